import { isAscii } from '../values/index.ts'

/** Whether a text contains these words, whole and in this order: "the UI kit" contains `ui`, "build" does not. */
export function containsWords(text: string, sought: string): boolean {
  const words = normalizeWords(sought)
  return words !== '' && ` ${normalizeWords(text)} `.includes(` ${words} `)
}

function normalizeWords(text: string): string {
  // ASCII first, because loading the Unicode tables takes longer than reading most texts.
  if (isAscii(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  // Marks belong to the letter before them, such as vowels of Devanagari and the dot of a lower-case "İ".
  const between = /[^\p{L}\p{M}\p{N}]+/gu
  return text.toLowerCase().normalize('NFC').replace(between, ' ').trim()
}
