/** Splits a text into words at blanks and line ends. */
export function parseWordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
