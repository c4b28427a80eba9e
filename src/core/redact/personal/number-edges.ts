import { characterSet, characterSets } from '../character-sets.ts'
import type { Span } from '../span.ts'

const word = characterSet(characterSets.word)

export function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

export function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return word[code] === 1 || isLetterBeyondAscii(code)
}

/** Latin, Greek and Cyrillic letters: names have them; scripts without spaces would run on into prose. */
export function isLetterBeyondAscii(code: number): boolean {
  return code >= 0xc0 && code < 0x530 && code !== 0xd7 && code !== 0xf7
}

/** Where the run of digits that begins at `from` ends. */
export function digitsEnd(text: string, from: number): number {
  let end = from
  while (isDigit(text, end)) end++
  return end
}

/** The next run of digits. */
export function nextDigits(text: string, from: number): Span | undefined {
  for (let start = from; start < text.length; start++) {
    if (isDigit(text, start)) return { start, end: digitsEnd(text, start) }
  }
  return undefined
}

/** A number is no part of a word, nor of a longer number such as a version, an address or an id. */
export function standsAlone(text: string, { start, end }: Span): boolean {
  return beginsAlone(text, start) && endsAlone(text, end)
}

function beginsAlone(text: string, start: number): boolean {
  return !isWord(text, start - 1) && !(joins(text, start - 1) && isDigit(text, start - 2))
}

export function endsAlone(text: string, end: number): boolean {
  return !isWord(text, end) && !(joins(text, end) && isDigit(text, end + 1))
}

function joins(text: string, at: number): boolean {
  return text[at] === '-' || text[at] === '.'
}
