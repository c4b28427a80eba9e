import type { TokenRow } from '../formats/format.ts'

// The formats are text, because loading hundreds of objects takes longer than redacting a page. The build computes how a search
// finds each format (build-format-table.ts) and writes that at the beginning of its line.

/** `ids` and `shapes` have one line for each format, in the same order. */
export interface FormatTable {
  readonly ids: string
  /** Each line: the place of a format, its shape, and `true` or `false` if the format says whether it is sure. */
  readonly shapes: string
  /** Rows of the formats whose anchor has two characters. */
  readonly pairs: readonly number[]
  /** The texts to search for, because no run leads to their formats. */
  readonly searches: readonly string[]
}

/**
 * A place: the first three characters of the anchor; how it is searched for; two characters before the run that leads to it,
 * and how much of the anchor comes before that run. An empty field is a space.
 */
export interface TablePlace {
  readonly begin: string
  readonly uses: number
  readonly head: string
  readonly ahead: number
}

const usesOffset = 3
export const headOffset = 5
const aheadOffset = 7
const placeLength = 8
export const spaceCode = 32
/** Numbers are added to this code, so that each becomes a printable character. */
const firstDigitCode = 35

export function printRow({ begin, uses, head, ahead }: TablePlace, { shape, sure }: TokenRow): string {
  const numbers = [uses & 15, uses >> 4, ahead].map((number) => String.fromCharCode(firstDigitCode + number))
  const place = `${begin.padEnd(3)}${numbers[0]}${numbers[1]}${head.padEnd(2)}${numbers[2]}`
  return `${place}${shape}${sure === undefined ? '' : ` ${sure}`}`
}

/** Parses the line of a format. */
export function parseRow(id: string, line: string): TokenRow {
  const end = line.indexOf(' ', placeLength)
  if (end === -1) return { id, shape: line.slice(placeLength) }
  return { id, shape: line.slice(placeLength, end), sure: line.endsWith('true') }
}

export function readUses(line: string): number {
  return (
    line.charCodeAt(usesOffset) - firstDigitCode + ((line.charCodeAt(usesOffset + 1) - firstDigitCode) << 4)
  )
}

export function readAhead(line: string): number {
  return line.charCodeAt(aheadOffset) - firstDigitCode
}

/** Whether a text has the first characters of a line's anchor at `at`. This rules out most texts that lead to the anchor by chance. */
export function beginsAnchor(line: string, text: string, at: number): boolean {
  if (line.charCodeAt(0) !== text.charCodeAt(at) || line.charCodeAt(1) !== text.charCodeAt(at + 1))
    return false
  const third = line.charCodeAt(2)
  return third === text.charCodeAt(at + 2) || third === spaceCode
}
