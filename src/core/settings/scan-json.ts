import {
  createScanner,
  type JSONVisitor,
  type ParseErrorCode,
  printParseErrorCode,
  type SyntaxKind,
  visit,
} from 'jsonc-parser'

/** A value in a text, with its offsets. */
export type JsonNode = ObjectNode | ListNode | LeafNode

interface Placed {
  readonly start: number
  /** The offset after its last character. */
  readonly end: number
}

export interface ObjectNode extends Placed {
  readonly kind: 'object'
  readonly items: readonly JsonItem[]
}

export interface ListNode extends Placed {
  readonly kind: 'list'
  readonly items: readonly JsonItem[]
}

interface LeafNode extends Placed {
  readonly kind: 'leaf'
  readonly value: string | number | boolean | null
}

/** A member of an object, starting at its key, or an element of a list. */
export interface JsonItem extends Placed {
  readonly key: string | null
  readonly value: JsonNode
  /** The offset of the comma after it, or null. */
  readonly comma: number | null
}

/** An error in a settings text. Line and column count from 1; the column counts characters, as editors do. */
export class SettingsFault extends Error {
  readonly line: number
  readonly column: number
  constructor(text: string, at: number, message: string) {
    super(message)
    this.name = 'SettingsFault'
    const lines = text
      .slice(0, at)
      .replace(/^\ufeff/, '')
      .split(/\r\n|\r|\n/)
    this.line = lines.length
    this.column = [...lines.at(-1)!].length + 1
  }
}

/** Parses JSON with comments and trailing commas. Throws a `SettingsFault` at the first error. */
export function scanJson(text: string): JsonNode {
  const builder = new TreeBuilder(text)
  // A space for the byte order mark keeps every offset.
  visit(text.replace(/^\ufeff/, ' '), builder, { allowTrailingComma: true })
  return builder.root!
}

type Draft<T> = { -readonly [K in keyof T]: T[K] }

interface OpenContainer {
  readonly kind: 'object' | 'list'
  readonly start: number
  readonly items: Draft<JsonItem>[]
  /** The key of the member that is being read. */
  key: { readonly name: string; readonly start: number } | null
}

const maxDepth = 200

/** Builds the tree while jsonc-parser walks the text. `parseTree` has no offsets of commas, which an exact edit needs. */
class TreeBuilder implements JSONVisitor {
  root: JsonNode | null = null
  private readonly text: string
  private readonly open: OpenContainer[] = []
  private last: 'open' | 'key' | ':' | 'value' | ',' = 'open'
  constructor(text: string) {
    this.text = text
  }

  readonly onObjectBegin = (offset: number): void => this.begin('object', offset)
  readonly onArrayBegin = (offset: number): void => this.begin('list', offset)
  readonly onObjectEnd = (offset: number): void => this.end(offset)
  readonly onArrayEnd = (offset: number): void => this.end(offset)

  readonly onObjectProperty = (name: string, start: number): void => {
    this.open.at(-1)!.key = { name, start }
    this.last = 'key'
  }

  readonly onLiteralValue = (
    value: string | number | boolean | null,
    start: number,
    length: number,
  ): void => {
    this.checkDepth(start)
    this.add({ kind: 'leaf', start, end: start + length, value })
  }

  readonly onSeparator = (character: string, offset: number): void => {
    if (character === ',') this.open.at(-1)!.items.at(-1)!.comma = offset
    this.last = character as ':' | ','
  }

  readonly onError = (error: ParseErrorCode, offset: number): void => {
    throw this.fault(lexicalFaults[printParseErrorCode(error)] ?? this.expected(), offset)
  }

  private begin(kind: OpenContainer['kind'], start: number): void {
    this.checkDepth(start)
    this.open.push({ kind, start, items: [], key: null })
    this.last = 'open'
  }

  private end(offset: number): void {
    // jsonc-parser closes what is still open at the end of the text before it reports the error.
    if (offset >= this.text.length) throw this.fault(this.expected(), offset)
    const { kind, start, items } = this.open.pop()!
    this.add({ kind, start, end: offset + 1, items })
  }

  private add(value: JsonNode): void {
    const parent = this.open.at(-1)
    const { start, end } = value
    this.last = 'value'
    if (parent === undefined) this.root = value
    else {
      parent.items.push({
        start: parent.key?.start ?? start,
        end,
        key: parent.key?.name ?? null,
        value,
        comma: null,
      })
      parent.key = null
    }
  }

  private checkDepth(offset: number): void {
    if (this.open.length > maxDepth) throw this.fault('nested too deeply', offset)
  }

  private expected(): string {
    const parent = this.open.at(-1)
    const isObject = parent?.kind === 'object'
    if (this.last === 'key') return 'expected ":"'
    if (this.last === 'value') {
      if (parent === undefined) return 'expected nothing more'
      return `expected "," or "${isObject ? '}' : ']'}"`
    }
    return isObject && this.last !== ':' ? 'expected a key in double quotes' : 'expected a value'
  }

  private fault(message: string, offset: number): SettingsFault {
    const isAtEnd = offset >= this.text.length
    return new SettingsFault(this.text, offset, isAtEnd ? `${message}, and the text ends` : message)
  }
}

const notAllowed = 'a text in double quotes has a character or an escape that JSON does not allow'
const lexicalFaults: Readonly<Record<string, string>> = {
  UnexpectedEndOfComment: 'a comment does not end',
  UnexpectedEndOfString: 'a text in double quotes does not end',
  InvalidUnicode: notAllowed,
  InvalidEscapeCharacter: notAllowed,
  InvalidCharacter: notAllowed,
}

// TypeScript does not read the values of an ambient const enum, but it checks these against them.
const endOfText: SyntaxKind.EOF = 17
const lineBreak: SyntaxKind.LineBreakTrivia = 14

/** Returns the offset of the first line break outside of a comment in a text of white space and comments, or -1. */
export function findLineBreak(trivia: string): number {
  const scanner = createScanner(trivia)
  for (let kind = scanner.scan(); kind !== endOfText; kind = scanner.scan()) {
    if (kind === lineBreak) return scanner.getTokenOffset()
  }
  return -1
}

/** Returns the value that JSON.parse would return: the last of two members with the same name wins. */
export function readNodeValue(node: JsonNode): unknown {
  if (node.kind === 'leaf') return node.value
  if (node.kind === 'list') return node.items.map((item) => readNodeValue(item.value))
  return Object.fromEntries(node.items.map((item) => [item.key, readNodeValue(item.value)]))
}

/** Parses JSON with comments. Throws a `SettingsFault`. */
export function parseSettings(text: string): unknown {
  return readNodeValue(scanJson(text))
}

export function findMember(node: ObjectNode, key: string): JsonItem | undefined {
  return node.items.findLast((item) => item.key === key)
}
