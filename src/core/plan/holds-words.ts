import { isAscii } from '../values/index.ts'

/** Whether a text has these words, whole and in this order: `ui` stands in "the UI kit" and not in "build". */
export function containsWords(text: string, sought: string): boolean {
  const wanted = words(sought)
  return wanted !== '' && ` ${words(text)} `.includes(` ${wanted} `)
}

function words(text: string): string {
  // The tables of Unicode take longer to read than most texts.
  if (isAscii(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  // Marks belong to the letter before them: vowels of Devanagari are some, and so is the dot of a small "İ".
  const between = /[^\p{L}\p{M}\p{N}]+/gu
  return text.toLowerCase().normalize('NFC').replace(between, ' ').trim()
}
