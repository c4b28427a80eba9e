export interface WordList {
  has(word: string): boolean
}

/** To make a set of many words takes as long as to search for this many. */
const often = 64

/** Words with spaces between them: they are searched for in the text, and whoever asks often gets a set. */
export function wordList(words: string): WordList {
  let set: ReadonlySet<string> | undefined
  let asked = 0
  return {
    has(word) {
      if (set === undefined && ++asked > often) set = new Set(words.trim().split(/\s+/))
      return set?.has(word) ?? hasWord(words, word)
    },
  }
}

function hasWord(words: string, word: string): boolean {
  if (word === '' || word.includes(' ') || word.includes('\n')) return false
  for (let at = words.indexOf(word); at !== -1; at = words.indexOf(word, at + 1)) {
    if (isBreak(words, at - 1) && isBreak(words, at + word.length)) return true
  }
  return false
}

/** A space, a line end, or where the text begins or ends. */
function isBreak(words: string, at: number): boolean {
  return !(words.charCodeAt(at) > 32)
}
