import type { OutsideRule } from '../span.ts'

/** No letter or digit beside the word, where it begins or ends with one itself; it may begin a name, and not end one. Nor does a text say that it is not so. */
const before = String.raw`(?<![\p{L}\p{N}_])(?<![Nn][Oo][NnTt][ _-])`
const after = String.raw`(?![\p{L}\p{N}])`
const ofWord = /^[\p{L}\p{N}_]$/u
/** Between the words of a phrase: spaces or what joins words, and at most a line end with what a quotation begins with. */
const gap = String.raw`[\s>#*_-]{1,8}`

/** Words and phrases that mark a text. One without a small letter is a marking, and counts in capitals only. */
export function createWordRule(words: readonly string[]): OutsideRule | null {
  const searches = [
    createPattern(words.filter(isMarking), 'gu'),
    createPattern(words.filter(isPhrase), 'giu'),
  ]
  if (words.length === 0) return null
  return {
    id: 'word',
    find: (text) =>
      searches.flatMap((search) =>
        search === null
          ? []
          : [...text.matchAll(search)].map(({ 0: found, index }) => ({
              start: index,
              end: index + found.length,
            })),
      ),
  }
}

const isPhrase = (word: string) => /\p{Ll}/u.test(word)
const isMarking = (word: string) => !isPhrase(word)

function createPattern(words: readonly string[], flags: string): RegExp | null {
  if (words.length === 0) return null
  // The longest first: of "TLP:AMBER" and "TLP:AMBER+STRICT" all of what is there is found.
  const sorted = [...words].sort((a, b) => b.length - a.length)
  return new RegExp(sorted.map(makePattern).join('|'), flags)
}

function makePattern(word: string): string {
  const parts = word.split(/\s+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  // Markings are written with a space behind the colon, and with something else in its place.
  const body = parts.join(gap).replaceAll(':', '(?:[ \\t]{0,2}[:_-][ \\t]{0,2}|[ \\t]{1,2})')
  const [first, last] = [[...word][0]!, [...word].at(-1)!]
  return `${ofWord.test(first) ? before : ''}${body}${ofWord.test(last) ? after : ''}`
}
