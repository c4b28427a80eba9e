/** How far a text follows a pattern from its beginning. */
export interface PrefixMatch {
  /** Length of the longest prefix of the pattern that occurs in the text. */
  readonly longest: number
  /** Position in the text after that prefix. */
  readonly end: number
  /** How often the whole pattern occurs. */
  readonly wholes: number
}

/** A pattern that is prepared once and used for any number of texts. */
export interface PreparedPattern {
  readonly text: string
  readonly borders: Int32Array
}

/** Knuth-Morris-Pratt: linear, even if the text repeats itself. */
export function preparePattern(text: string): PreparedPattern {
  const borders = new Int32Array(text.length)
  for (let i = 1, k = 0; i < text.length; i += 1) {
    while (k > 0 && text.charCodeAt(i) !== text.charCodeAt(k)) k = borders[k - 1]!
    if (text.charCodeAt(i) === text.charCodeAt(k)) k += 1
    borders[i] = k
  }
  return { text, borders }
}

export function findLongestPrefix({ text: pattern, borders }: PreparedPattern, text: string): PrefixMatch {
  let [longest, end, wholes, k] = [0, 0, 0, 0]
  if (pattern === '') return { longest, end, wholes }
  for (let i = 0; i < text.length; i += 1) {
    while (k > 0 && text.charCodeAt(i) !== pattern.charCodeAt(k)) k = borders[k - 1]!
    if (text.charCodeAt(i) === pattern.charCodeAt(k)) k += 1
    if (k > longest) [longest, end] = [k, i + 1]
    if (k === pattern.length) {
      wholes += 1
      k = 0
    }
  }
  return { longest, end, wholes }
}

/** Reverses by code unit. That splits surrogate pairs, which is safe because the result is only compared. */
export function reverseText(text: string): string {
  const units = new Array<string>(text.length)
  for (let i = 0; i < text.length; i += 1) units[text.length - 1 - i] = text[i]!
  return units.join('')
}
