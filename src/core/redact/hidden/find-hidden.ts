import { type AllowedInvisibles, createAllowedInvisibles } from './allowed-invisibles.ts'
import { createHiddenRows, type HiddenKind, type HiddenRow } from './hidden-kinds.ts'

/** Offsets count UTF-16 code units. */
export interface HiddenSpan {
  readonly start: number
  readonly end: number
  readonly kind: HiddenKind
  /** Usually empty. A line end becomes a newline, half of a character the replacement character. */
  readonly replacement: string
}

/** The spans are in order and do not overlap. After one pass of replacements nothing hidden is left. */
export type FindHidden = (text: string) => HiddenSpan[]

// V8 tests up to sixteen ranges inline, which is several times as fast as seventeen. So some ranges contain visible characters too.
const suspectRanges = String.raw`\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u206f\u3164\ud800-\udfff\ufdd0-\ufeff\uffa0-\uffff`
const suspect = new RegExp(`[${suspectRanges}]`)
const bareReturn = /\r(?!\n)/

/** Compiling the Unicode tables takes milliseconds, and most texts hide nothing. So a finder compiles them once, at first need: keep it. */
export function createHiddenFinder(): FindHidden {
  let scanner: HiddenScanner | undefined
  return (text) => {
    if (!suspect.test(text) && !(text.includes('\r') && bareReturn.test(text))) return []
    scanner ??= new HiddenScanner()
    return scanner.scan(text)
  }
}

/** Finds hidden text in one text. */
export function findHidden(text: string): HiddenSpan[] {
  return createHiddenFinder()(text)
}

class HiddenScanner {
  private readonly suspects = new RegExp(`[\r${suspectRanges}]`, 'g')
  private readonly candidate =
    /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb\p{DI}\p{Cs}\p{Noncharacter_Code_Point}]|\r(?!\n)/uy
  private readonly rows: readonly HiddenRow[] = createHiddenRows()
  private readonly allowed: AllowedInvisibles = createAllowedInvisibles()
  /** The row for a first character, so that a text with thousands of hidden characters tries one row for each and not twelve. */
  private readonly rowsByCode = new Map<number, HiddenRow>()

  scan(text: string): HiddenSpan[] {
    const spans: HiddenSpan[] = []
    let end = -1
    let left = ''
    for (let at = this.findNextCandidate(text, 0); at !== -1; ) {
      const before = at === end ? left : readCharacterBefore(text, at)
      const allowedEnd = this.allowed.findAllowedEnd(text, at, before)
      if (allowedEnd === at) {
        const span = this.readHidden(text, at)
        spans.push(span)
        end = span.end
        left = span.replacement || before
      }
      at = this.findNextCandidate(text, Math.max(allowedEnd, end))
    }
    return spans
  }

  private findNextCandidate(text: string, from: number): number {
    const { suspects } = this
    suspects.lastIndex = from
    while (suspects.test(text)) {
      const at = suspects.lastIndex - 1
      if (this.isCandidate(text, at)) return at
      if (text.codePointAt(at)! > 0xffff) suspects.lastIndex = at + 2
    }
    return -1
  }

  private isCandidate(text: string, at: number): boolean {
    const code = text.charCodeAt(at)
    // Most suspects are Windows line ends or emoji, so test for these first.
    if (code === 13) return text.charCodeAt(at + 1) !== 10
    if (code >= 0xd83c && code <= 0xd83e && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) return false
    return matches(this.candidate, text, at)
  }

  private readHidden(text: string, start: number): HiddenSpan {
    const code = text.charCodeAt(start)
    const known = this.rowsByCode.get(code)
    const row = known !== undefined && matches(known.pattern, text, start) ? known : this.findRow(text, start)
    // The row of a surrogate or of an escape sequence depends on more than its first code unit.
    if (known === undefined && code < 0xd800 && (code < 0x80 || code > 0x9f)) this.rowsByCode.set(code, row)
    return { start, end: row.pattern.lastIndex, kind: row.kind, replacement: row.replacement }
  }

  private findRow(text: string, start: number): HiddenRow {
    const row = this.rows.find(({ pattern }) => matches(pattern, text, start))
    if (row === undefined)
      throw new Error(`no kind of hidden text for U+${text.codePointAt(start)!.toString(16)}`)
    return row
  }
}

/** Whether a sticky pattern matches at `start`. */
function matches(pattern: RegExp, text: string, start: number): boolean {
  pattern.lastIndex = start
  return pattern.test(text)
}

function readCharacterBefore(text: string, at: number): string {
  const pair = at > 1 ? text.codePointAt(at - 2)! : 0
  return pair > 0xffff ? text.slice(at - 2, at) : text.slice(Math.max(at - 1, 0), at)
}
