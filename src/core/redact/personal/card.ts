import type { Span } from '../span.ts'
import { findDigitsEnd, findNextDigits, hasNumberEdges } from './number-edges.ts'

/** The first digits and the lengths of each card network. */
const networks: readonly (readonly [from: number, to: number, lengths: readonly number[]])[] = [
  [4, 4, [13, 16, 19]],
  [51, 55, [16]],
  [2221, 2720, [16]],
  [34, 34, [15]],
  [37, 37, [15]],
  [6011, 6011, [16, 19]],
  [644, 649, [16, 19]],
  [65, 65, [16, 19]],
  [300, 305, [14]],
  [309, 309, [14]],
  [36, 36, [14]],
  [38, 39, [14]],
  [3528, 3589, [16]],
  [62, 62, [16, 17, 18, 19]],
  [2200, 2204, [16]],
]
/** How the numbers are printed on cards. */
const groupings = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
]

/** Finds numbers of payment cards, in one piece or in groups as printed. */
export function findPaymentCards(text: string): Span[] {
  const spans: Span[] = []
  for (let run = findNextDigits(text, 0), next = 0; run !== undefined; run = findNextDigits(text, next)) {
    const card = canBeginCard(text[run.start])
      ? (findInGroups(text, run) ?? findInOnePiece(text, run))
      : undefined
    if (card !== undefined) spans.push(card)
    next = card?.end ?? run.end
  }
  return spans
}

/** Whether a card number can begin with this digit. This test rules out most numbers. */
function canBeginCard(digit: string | undefined): boolean {
  return digit !== undefined && digit >= '2' && digit <= '6'
}

function findInOnePiece(text: string, run: Span): Span | undefined {
  const length = run.end - run.start
  if (length < 13 || length > 19) return undefined
  return isCard(text.slice(run.start, run.end)) && hasNumberEdges(text, run) ? run : undefined
}

function findInGroups(text: string, run: Span): Span | undefined {
  const separator = text[run.end]
  if (run.end - run.start !== 4 || (separator !== ' ' && separator !== '-')) return undefined
  for (const grouping of groupings) {
    const span = { start: run.start, end: findGroupsEnd(text, run.start, { grouping, separator }) }
    if (span.end === span.start || !hasNumberEdges(text, span)) continue
    if (isCard(text.slice(span.start, span.end).replaceAll(separator, ''))) return span
  }
  return undefined
}

interface PrintedForm {
  readonly grouping: readonly number[]
  readonly separator: string
}

/** Finds the end of the groups; returns their beginning if they are not groups of a card. */
function findGroupsEnd(text: string, start: number, { grouping, separator }: PrintedForm): number {
  let at = start
  for (const [i, length] of grouping.entries()) {
    if (i > 0 && text[at++] !== separator) return start
    if (findDigitsEnd(text, at) !== at + length) return start
    at += length
  }
  return at
}

function isCard(number: string): boolean {
  const known = networks.some(([from, to, lengths]) => {
    const first = Number(number.slice(0, String(from).length))
    return first >= from && first <= to && lengths.includes(number.length)
  })
  return known && hasCheckDigit(number)
}

/** Luhn: from the right every other digit is doubled, and the sum of all digits ends in 0. */
function hasCheckDigit(number: string): boolean {
  let sum = 0
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i])
    const doubled = digit * 2
    if (i % 2 === 0) sum += digit
    else sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
