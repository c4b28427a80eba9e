/** A value in a text, and where it stands. */
export type Node = ObjectNode | ListNode | LeafNode

interface Placed {
  readonly start: number
  /** Behind its last character. */
  readonly end: number
}

export interface ObjectNode extends Placed {
  readonly kind: 'object'
  readonly items: readonly Item[]
}

export interface ListNode extends Placed {
  readonly kind: 'list'
  readonly items: readonly Item[]
}

interface LeafNode extends Placed {
  readonly kind: 'leaf'
  readonly value: string | number | boolean | null
}

/** A member of an object, from its key on, or an element of a list. */
export interface Item extends Placed {
  readonly key: string | null
  readonly value: Node
  /** Where the comma behind it stands; null for none. */
  readonly comma: number | null
}

/** What is wrong with a text, and where: counted from 1, a column in characters as editors count them. */
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

const deepest = 200

/** JSON with comments and trailing commas. Throws a `SettingsFault`. */
export function scan(text: string): Node {
  const scanner = new Scanner(text)
  const node = scanner.value(0)
  scanner.end()
  return node
}

class Scanner {
  readonly text: string
  at: number
  constructor(text: string) {
    this.text = text
    this.at = text.startsWith('\ufeff') ? 1 : 0
  }

  value(depth: number): Node {
    this.skip()
    if (depth > deepest) throw this.fault('nested too deeply')
    const first = this.text[this.at]
    if (first === '{' || first === '[') return this.container(first, depth)
    const start = this.at
    const value = first === '"' ? this.string() : this.word()
    return { kind: 'leaf', start, end: this.at, value }
  }

  end(): void {
    this.skip()
    if (this.at < this.text.length) throw this.fault('expected nothing more')
  }

  private container(open: '{' | '[', depth: number): Node {
    const start = this.at++
    const close = open === '{' ? '}' : ']'
    const items: Item[] = []
    for (;;) {
      this.skip()
      if (this.text[this.at] === close) break
      if (items.length > 0 && items.at(-1)!.comma === null) throw this.fault(`expected "," or "${close}"`)
      items.push(this.item(open, depth))
    }
    const end = ++this.at
    return { kind: open === '{' ? 'object' : 'list', start, end, items }
  }

  private item(open: '{' | '[', depth: number): Item {
    const start = this.at
    const key = open === '{' ? this.key() : null
    const value = this.value(depth + 1)
    this.skip()
    const comma = this.text[this.at] === ',' ? this.at++ : null
    return { start, end: value.end, key, value, comma }
  }

  private key(): string {
    if (this.text[this.at] !== '"') throw this.fault('expected a key in double quotes')
    const key = this.string()
    this.skip()
    if (this.text[this.at] !== ':') throw this.fault('expected ":"')
    this.at++
    return key
  }

  private string(): string {
    const start = this.at
    let at = start + 1
    while (at < this.text.length && this.text[at] !== '"' && this.text[at] !== '\n')
      at += this.text[at] === '\\' ? 2 : 1
    if (this.text[at] !== '"') throw this.fault('a text in double quotes does not end')
    this.at = at + 1
    try {
      return JSON.parse(this.text.slice(start, this.at))
    } catch {
      throw new SettingsFault(
        this.text,
        start,
        'a text in double quotes has a character or an escape that JSON does not allow',
      )
    }
  }

  private word(): number | boolean | null {
    const word = /^[\w.+-]*/.exec(this.text.slice(this.at, this.at + 400))![0]
    try {
      const value = JSON.parse(word)
      this.at += word.length
      return value
    } catch {
      throw this.fault('expected a value')
    }
  }

  /** White space and comments. */
  private skip(): void {
    for (;;) {
      const next = this.text[this.at]
      if (next === ' ' || next === '\t' || next === '\n' || next === '\r') this.at++
      else if (this.text.startsWith('//', this.at)) this.at = lineEnd(this.text, this.at)
      else if (this.text.startsWith('/*', this.at)) this.at = this.commentEnd()
      else return
    }
  }

  private commentEnd(): number {
    const end = this.text.indexOf('*/', this.at + 2)
    if (end === -1) throw this.fault('a comment does not end')
    return end + 2
  }

  private fault(message: string): SettingsFault {
    const found = this.at >= this.text.length ? ', and the text ends' : ''
    return new SettingsFault(this.text, this.at, message + found)
  }
}

/** Where the line ends that a place lies in. */
function lineEnd(text: string, at: number): number {
  const length = text.slice(at).search(/[\r\n]/)
  return length === -1 ? text.length : at + length
}

/** The first line break among white space and comments that no comment holds; -1 for none. */
export function breakIn(trivia: string): number {
  for (let at = 0; at < trivia.length; at++) {
    if (trivia[at] === '\n' || trivia[at] === '\r') return at
    if (trivia.startsWith('//', at)) at = lineEnd(trivia, at) - 1
    else if (trivia.startsWith('/*', at)) at = trivia.indexOf('*/', at + 2) + 1
  }
  return -1
}

/** As JSON.parse would give it: of two members of one name the last one counts. */
export function dataOf(node: Node): unknown {
  if (node.kind === 'leaf') return node.value
  if (node.kind === 'list') return node.items.map((item) => dataOf(item.value))
  return Object.fromEntries(node.items.map((item) => [item.key, dataOf(item.value)]))
}

/** What a text says. Throws a `SettingsFault`. */
export function dataIn(text: string): unknown {
  return dataOf(scan(text))
}

export function memberOf(node: ObjectNode, key: string): Item | undefined {
  return node.items.findLast((item) => item.key === key)
}
