import { buildCharacterSet, characterSets } from '../character-sets.ts'
import type { Span } from '../span.ts'

const word = buildCharacterSet(characterSets.word)

export function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

export function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return word[code] === 1 || isLetterBeyondAscii(code)
}

/** Latin, Greek and Cyrillic letters: names have them; scripts without spaces would run on into prose. */
export function isLetterBeyondAscii(code: number): boolean {
  return code >= 0xc0 && code < 0x530 && code !== 0xd7 && code !== 0xf7
}

/** Finds the end of the run of digits that begins at `from`. */
export function findDigitsEnd(text: string, from: number): number {
  let end = from
  while (isDigit(text, end)) end++
  return end
}

/** The next run of digits. */
export function findNextDigits(text: string, from: number): Span | undefined {
  for (let start = from; start < text.length; start++) {
    if (isDigit(text, start)) return { start, end: findDigitsEnd(text, start) }
  }
  return undefined
}

/** Whether a number is not part of a word or of a longer number, such as a version, an address or an id. */
export function hasNumberEdges(text: string, { start, end }: Span): boolean {
  return beginsAlone(text, start) && endsNumber(text, end)
}

function beginsAlone(text: string, start: number): boolean {
  return !isWordCharacter(text, start - 1) && !(joins(text, start - 1) && isDigit(text, start - 2))
}

export function endsNumber(text: string, end: number): boolean {
  return !isWordCharacter(text, end) && !(joins(text, end) && isDigit(text, end + 1))
}

function joins(text: string, at: number): boolean {
  return text[at] === '-' || text[at] === '.'
}
