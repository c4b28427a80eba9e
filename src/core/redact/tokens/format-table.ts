import type { TokenRow } from '../formats/format.ts'

// The formats as text, because loading hundreds of objects takes longer than redacting a page. The build computes how a search
// finds each format (build-format-table.ts) and writes that at the beginning of its line.

/** In the same order: a line for each format in the first two. */
export interface FormatTable {
  readonly ids: string
  /** The place of a format, its shape, and `true` or `false` if the format says whether it is sure. */
  readonly shapes: string
  /** Formats that are found by two characters, whatever follows. */
  readonly pairs: readonly number[]
  /** Texts to search for, for formats that no run leads to. */
  readonly searches: readonly string[]
}

/**
 * A place: the first three characters of the anchor; how it is looked for; two characters before the run that leads to it,
 * and how much of the anchor stands before that run. A space where there is nothing.
 */
export interface TablePlace {
  readonly begin: string
  readonly uses: number
  readonly head: string
  readonly ahead: number
}

const usesAt = 3
export const headOffset = 5
const aheadAt = 7
const placeLength = 8
export const spaceCode = 32
/** So that every number is a sign or a letter. */
const zero = 35

export function printRow({ begin, uses, head, ahead }: TablePlace, { shape, sure }: TokenRow): string {
  const numbers = [uses & 15, uses >> 4, ahead].map((number) => String.fromCharCode(zero + number))
  const place = `${begin.padEnd(3)}${numbers[0]}${numbers[1]}${head.padEnd(2)}${numbers[2]}`
  return `${place}${shape}${sure === undefined ? '' : ` ${sure}`}`
}

/** A format from its line. */
export function parseRow(id: string, line: string): TokenRow {
  const end = line.indexOf(' ', placeLength)
  if (end === -1) return { id, shape: line.slice(placeLength) }
  return { id, shape: line.slice(placeLength, end), sure: line.endsWith('true') }
}

export function readUses(line: string): number {
  return line.charCodeAt(usesAt) - zero + ((line.charCodeAt(usesAt + 1) - zero) << 4)
}

export function readAhead(line: string): number {
  return line.charCodeAt(aheadAt) - zero
}

/** Whether a text goes on at `at` like the anchor in a line: most that lead to it by chance do not. */
export function beginsAnchor(line: string, text: string, at: number): boolean {
  if (line.charCodeAt(0) !== text.charCodeAt(at) || line.charCodeAt(1) !== text.charCodeAt(at + 1))
    return false
  const third = line.charCodeAt(2)
  return third === text.charCodeAt(at + 2) || third === spaceCode
}
