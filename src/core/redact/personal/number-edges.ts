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

/** Whether a code is a Latin, Greek or Cyrillic letter. Other scripts are left out, because without spaces a name would extend into the prose. */
export function isLetterBeyondAscii(code: number): boolean {
  return code >= 0xc0 && code < 0x530 && code !== 0xd7 && code !== 0xf7
}

/** Finds the end of the run of digits that begins at `from`. */
export function findDigitsEnd(text: string, from: number): number {
  let end = from
  while (isDigit(text, end)) end++
  return end
}

/** Finds the next run of digits. */
export function findNextDigits(text: string, from: number): Span | undefined {
  for (let start = from; start < text.length; start++) {
    if (isDigit(text, start)) return { start, end: findDigitsEnd(text, start) }
  }
  return undefined
}

/** Whether a number is not part of a word or of a longer number, such as a version, an address or an id. */
export function hasNumberEdges(text: string, { start, end }: Span): boolean {
  return beginsNumber(text, start) && endsNumber(text, end)
}

function beginsNumber(text: string, start: number): boolean {
  return !isWordCharacter(text, start - 1) && !(isJoiner(text, start - 1) && isDigit(text, start - 2))
}

export function endsNumber(text: string, end: number): boolean {
  return !isWordCharacter(text, end) && !(isJoiner(text, end) && isDigit(text, end + 1))
}

function isJoiner(text: string, at: number): boolean {
  return text[at] === '-' || text[at] === '.'
}
