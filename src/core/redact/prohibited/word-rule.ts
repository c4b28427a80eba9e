import type { OutsideRule } from '../span.ts'

/** A letter or digit beside the word makes it another word. The word can begin a name, but not end one. "non-" or "not" before it reverses its meaning. */
const before = String.raw`(?<![\p{L}\p{N}_])(?<![Nn][Oo][NnTt][ _-])`
const after = String.raw`(?![\p{L}\p{N}])`
const wordCharacter = /^[\p{L}\p{N}_]$/u
/** Between the words of a phrase: spaces, characters that join words, or a line end with the beginning of a quotation or comment. */
const gap = String.raw`[\s>#*_-]{1,8}`

/** Finds words and phrases that mark a text. A word without a lower-case letter counts in capitals only. */
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
  // Longer words come first, so that "TLP:AMBER" does not hide "TLP:AMBER+STRICT".
  const sorted = [...words].sort((a, b) => b.length - a.length)
  return new RegExp(sorted.map(makePattern).join('|'), flags)
}

function makePattern(word: string): string {
  const parts = word.split(/\s+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  // People also write a space after the colon, or another separator instead of it.
  const body = parts.join(gap).replaceAll(':', '(?:[ \\t]{0,2}[:_-][ \\t]{0,2}|[ \\t]{1,2})')
  const [first, last] = [[...word][0]!, [...word].at(-1)!]
  return `${wordCharacter.test(first) ? before : ''}${body}${wordCharacter.test(last) ? after : ''}`
}
