import { stayEnd } from './allowed-invisibles.ts'
import { type HiddenKind, type Row, rowsOf } from './hidden-kinds.ts'

/** Offsets count UTF-16 code units. */
export interface HiddenSpan {
  readonly start: number
  readonly end: number
  readonly kind: HiddenKind
  /** Mostly nothing: a line end becomes a newline, half of a character the replacement character. */
  readonly replacement: string
}

// Sixteen ranges are what the engine tests inline, several times as fast as seventeen: so some are wider than what is hidden.
const wide = String.raw`\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u206f\u3164\ud800-\udfff\ufdd0-\ufeff\uffa0-\uffff`
const suspect = new RegExp(`[${wide}]`)
const suspects = new RegExp(`[\r${wide}]`, 'g')
const bareReturn = /\r(?!\n)/

/** Made late: to read the tables of Unicode takes longer than most texts. */
let candidate: RegExp | undefined
const candidates = String.raw`[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb\p{DI}\p{Cs}\p{Noncharacter_Code_Point}]|\r(?!\n)`

/** In order, not overlapping. With the replacements in place, nothing hidden is left: no removal makes another one necessary. */
export function findHidden(text: string): HiddenSpan[] {
  const spans: HiddenSpan[] = []
  if (!suspect.test(text) && !(text.includes('\r') && bareReturn.test(text))) return spans
  let end = -1
  let left = ''
  for (let at = nextCandidate(text, 0); at !== -1; ) {
    const before = at === end ? left : characterBefore(text, at)
    const stay = stayEnd(text, at, before)
    if (stay === at) {
      const span = hiddenAt(text, at)
      spans.push(span)
      end = span.end
      left = span.replacement || before
    }
    at = nextCandidate(text, Math.max(stay, end))
  }
  return spans
}

function nextCandidate(text: string, from: number): number {
  suspects.lastIndex = from
  while (suspects.test(text)) {
    const at = suspects.lastIndex - 1
    if (isCandidate(text, at)) return at
    if (text.codePointAt(at)! > 0xffff) suspects.lastIndex = at + 2
  }
  return -1
}

function isCandidate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  // Windows lines, and the plane of emoji: what most suspects are.
  if (code === 13) return text.charCodeAt(at + 1) !== 10
  if (code >= 0xd83c && code <= 0xd83e && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) return false
  candidate ??= new RegExp(candidates, 'uy')
  candidate.lastIndex = at
  return candidate.test(text)
}

function hiddenAt(text: string, start: number): HiddenSpan {
  const code = text.charCodeAt(start)
  const known = rowsByCode.get(code)
  const row = known !== undefined && matches(known, text, start) ? known : rowAt(text, start)
  // Of halves of characters, and of what introduces an escape sequence in some places only, more has to be seen.
  if (known === undefined && code < 0xd800 && (code < 0x80 || code > 0x9f)) rowsByCode.set(code, row)
  return { start, end: row.pattern.lastIndex, kind: row.kind, replacement: row.replacement }
}

/** The first row for what begins with a character, so that a text of thousands asks one and not twelve. */
const rowsByCode = new Map<number, Row>()

function rowAt(text: string, start: number): Row {
  const row = rowsOf().find((one) => matches(one, text, start))
  if (row === undefined)
    throw new Error(`no kind of hidden text for U+${text.codePointAt(start)!.toString(16)}`)
  return row
}

function matches({ pattern }: Row, text: string, start: number): boolean {
  pattern.lastIndex = start
  return pattern.test(text)
}

function characterBefore(text: string, at: number): string {
  const pair = at > 1 ? text.codePointAt(at - 2)! : 0
  return pair > 0xffff ? text.slice(at - 2, at) : text.slice(Math.max(at - 1, 0), at)
}
