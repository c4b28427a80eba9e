import { isAscii } from '../values/index.ts'

/** Whether a text has these words, whole and in this order: `ui` stands in "the UI kit" and not in "build". */
export function holdsWords(text: string, sought: string): boolean {
  const wanted = words(sought)
  return wanted !== '' && ` ${words(text)} `.includes(` ${wanted} `)
}

function words(text: string): string {
  // The tables of Unicode take longer to read than most texts.
  const between = isAscii(text) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu
  return text.toLowerCase().replace(between, ' ').trim()
}
