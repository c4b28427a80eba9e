import type { Span } from '../span.ts'
import { parseWordSet } from '../word-set.ts'
import {
  endsNumber,
  findDigitsEnd,
  findNextDigits,
  hasNumberEdges,
  isDigit,
  isWordCharacter,
} from './number-edges.ts'

/** Finds telephone numbers: `+` and a calling code, or a national form that no other number has. */
export function findPhoneNumbers(text: string): Span[] {
  const spans: Span[] = []
  for (const span of [...findInternational(text), ...findNational(text)].sort((a, b) => a.start - b.start)) {
    const last = spans.at(-1)
    if (last === undefined || span.start >= last.end) spans.push(span)
    else if (span.end > last.end) spans[spans.length - 1] = { start: last.start, end: span.end }
  }
  return spans
}

const twoDigitCodes = parseWordSet(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 ' +
    '92 93 94 95 98',
)
const threeDigitCodes = parseWordSet('21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 85 88 96 97 99')

/** Returns the number of digits of the calling code; 0 if it is not assigned. */
function getCodeLength(digits: string): number {
  if (digits[0] === '1' || digits[0] === '7') return 1
  const two = digits.slice(0, 2)
  if (twoDigitCodes.has(two)) return 2
  return threeDigitCodes.has(two) ? 3 : 0
}

function* findInternational(text: string): Generator<Span> {
  for (let start = text.indexOf('+'); start !== -1; start = text.indexOf('+', start + 1)) {
    // After a word or a bracket, `+` is an addition.
    if (isWordCharacter(text, start - 1) || text[start - 1] === '+' || isBracket(text[start - 1])) continue
    const groups = readGroups(text, start + 1)
    // The last groups can belong to the next number, so try with fewer groups.
    for (; groups.length > 0; groups.pop()) {
      const { end } = groups.at(-1)!
      if (text[end - 1] === ')' || !endsNumber(text, end)) continue
      if (!isReachable(groups.map((group) => group.digits))) continue
      yield { start, end }
      break
    }
  }
}

function isBracket(character: string | undefined): boolean {
  return character === ')' || character === ']'
}

/** Whether groups of digits form a number that can be dialled. Numbers with fewer than nine digits are rare, and dates look like them. */
function isReachable(groups: readonly string[]): boolean {
  const [first = ''] = groups
  const digits = groups.join('')
  const code = getCodeLength(first)
  if (code === 0 || digits.length > 15) return false
  if (groups.length === 1 ? digits.length < 10 || digits.length > 13 : first.length !== code) return false
  if (digits.length < 9) return false
  if (first[0] === '7') return digits.length === 11
  return first[0] !== '1' || isNorthAmerican(digits.slice(1))
}

/** Neither an area nor an exchange begins with 0 or 1. */
function isNorthAmerican(digits: string): boolean {
  return digits.length === 10 && digits[0]! > '1' && digits[3]! > '1'
}

interface Group {
  readonly digits: string
  readonly end: number
}

/** Reads groups of digits with one separator between them. A group can be in parentheses. */
function readGroups(text: string, from: number): Group[] {
  const groups: Group[] = []
  let count = 0
  for (let at = from; ; ) {
    const open = text[at] === '('
    const start = open ? at + 1 : at
    const stop = findDigitsEnd(text, start)
    count += stop - start
    if (stop === start || count > 15 || (open && text[stop] !== ')')) return groups
    // Only the calling code and the area code can have a single digit.
    if (stop - start === 1 && !open && groups.length > 1) return groups
    const end = open ? stop + 1 : stop
    const digits = text.slice(start, stop)
    // The 0 of `+49 (0) 30` is not dialled.
    groups.push({ digits: open && digits === '0' ? '' : digits, end })
    at = text[end] === '(' || (open && isDigit(text, end)) ? end : end + 1
    if (at > end && !' -./'.includes(text[end] ?? 'x')) return groups
  }
}

function* findNational(text: string): Generator<Span> {
  for (let run = findNextDigits(text, 0), next = 0; run !== undefined; run = findNextDigits(text, next)) {
    const end = findNorthAmericanEnd(text, run) ?? findLongDistanceEnd(text, run)
    next = end ?? run.end
    if (end === undefined) continue
    const inParentheses = text[run.end] === ')'
    const start = inParentheses ? run.start - 1 : run.start
    if (inParentheses && isBracket(text[start - 1])) continue
    if (hasNumberEdges(text, { start, end })) yield { start, end }
  }
}

/** `212-555-0123`, `212.555.0123`, `(212) 555-0123`, `1-212-555-0123`. */
function findNorthAmericanEnd(text: string, run: Span): number | undefined {
  const length = run.end - run.start
  if (length !== 3 && length !== 1) return undefined
  const shape = text.slice(run.start, run.start + 15)
  const inParentheses = length === 3 && text[run.start - 1] === '('
  const form = inParentheses ? /^\d{3}\) ?\d{3}[-. ]\d{4}/ : /^(?:1([-.]))?\d{3}([-.])\d{3}\2\d{4}/
  const number = form.exec(shape)?.[0]
  if (number === undefined) return undefined
  const digits = number.replace(/\D/g, '')
  return isNorthAmerican(digits.slice(-10)) ? run.start + number.length : undefined
}

/** `020 7946 0958`, `0171/1234567`, `(030) 1234567`: a 0, an area code, and ten or eleven digits in all. */
function findLongDistanceEnd(text: string, run: Span): number | undefined {
  if (text[run.start] !== '0' || run.end - run.start > 5) return undefined
  const inParentheses = text[run.start - 1] === '(' && text[run.end] === ')'
  const shape = text.slice(run.start, run.start + 20)
  const form = inParentheses
    ? /^0[1-9]\d{1,3}\)[ -]?(\d{6,8}|\d{3,4}[ -]\d{3,4})(?!\d)/
    : /^(?:0[1-3]\d{1,3}|07\d{3})[ /-](\d{6,8}|\d{3,4}[ -]\d{3,4})(?!\d)/
  const number = form.exec(shape)?.[0]
  if (number === undefined) return undefined
  const count = number.replace(/\D/g, '').length
  return count === 10 || count === 11 ? run.start + number.length : undefined
}
