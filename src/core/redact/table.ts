import type { TokenRow } from './formats/format.ts'
import { firstRun, isInRun, isShort, shortestRun, type Token, tailLength, tokenOf } from './token.ts'

// The formats as text, because to load hundreds of objects takes longer than to redact a page. What a search has to know of
// all of them before its first run is worked out when the text is made.

/** In the same order: a line for each format in the first two. */
export interface FormatTable {
  readonly ids: string
  /** The place of a format, its shape, and what is said about being sure. */
  readonly shapes: string
  /** Texts to search for, so that nothing is missed that no run leads to. */
  readonly searches: string
}

export function tableOf(rows: readonly TokenRow[]): FormatTable {
  const searches = rows.map(tokenOf).filter((token) => lookOf(token) === searchedFor)
  return {
    ids: rows.map(({ id }) => id).join('\n'),
    shapes: rows.map((row) => placeOf(tokenOf(row)) + wordsOf(row)).join('\n'),
    searches: [...new Set(searches.map(searchText))].join('\n'),
  }
}

/** A format from its line. */
export function rowOf(id: string, line: string): TokenRow {
  const end = line.indexOf(' ', placeLength)
  if (end === -1) return { id, shape: line.slice(placeLength) }
  return { id, shape: line.slice(placeLength, end), sure: line.endsWith('true') }
}

function wordsOf({ shape, sure }: TokenRow): string {
  return sure === undefined ? shape : `${shape} ${sure}`
}

/** A place: the first three characters of the anchor, how it is looked for, and two characters before the run that leads to it. */
const placeLength = 6
export const headAt = 4

/** Only a search for the anchor finds it. */
export const searchedFor = 32
/** It is looked for at the end of each text in base64. */
export const atTheEnd = 64

const noUse = 35
export const space = 32

export function usesIn(line: string): number {
  return line.charCodeAt(headAt - 1) - noUse
}

/** Whether a text goes on at `at` like the anchor in a line: most that lead to it by chance do not. */
export function isPlaced(line: string, text: string, at: number): boolean {
  if (line.charCodeAt(0) !== text.charCodeAt(at) || line.charCodeAt(1) !== text.charCodeAt(at + 1))
    return false
  const third = line.charCodeAt(2)
  return third === text.charCodeAt(at + 2) || third === space
}

function placeOf(token: Token): string {
  const uses = String.fromCharCode(noUse + token.uses + lookOf(token))
  return token.anchor.slice(0, 3).padEnd(3) + uses + headOf(token).padEnd(2)
}

function lookOf(token: Token): number {
  if (token.uses === 0 && headOf(token) === '') return isInRun(token.anchor) ? atTheEnd : searchedFor
  // Of a long address nothing may follow that would lead to it.
  return token.uses !== 0 && token.anchor.length > 16 && isShort(token) ? searchedFor : 0
}

/** The last two characters of an anchor before the run; where it has but one there, that one and the next. */
function headOf(token: Token): string {
  const { anchor, uses } = token
  const tail = tailLength(anchor)
  const head = anchor.length - tail
  if (head === 0 || (uses === 0 && firstRun(token) + tail < shortestRun)) return ''
  const from = Math.max(0, head - 2)
  return anchor.slice(from, from + 2)
}

/** Few texts to search for: a sign is rare, and several anchors begin with the same one. */
function searchText({ anchor }: Token): string {
  return isInRun(anchor[0]!) ? anchor : anchor.slice(0, 2)
}
