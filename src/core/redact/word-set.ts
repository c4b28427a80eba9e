/** The words of a text, which are separated by blanks and line ends. */
export function parseWordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
