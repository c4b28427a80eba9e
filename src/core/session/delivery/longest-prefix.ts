/** How far a text follows a pattern from its beginning. */
export interface PrefixMatch {
  /** The most characters of the pattern, from its first on, that stand together in the text. */
  readonly longest: number
  /** Where in the text these end. */
  readonly end: number
  /** How often the pattern stands there whole. */
  readonly wholes: number
}

/** A pattern, made ready once for any number of texts. */
export interface PreparedPattern {
  readonly text: string
  readonly borders: Int32Array
}

/** Knuth, Morris and Pratt: linear, however often the text repeats itself. */
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

/** The same from the other end. By code unit: halves of a character are only compared. */
export function reverseText(text: string): string {
  const units = new Array<string>(text.length)
  for (let i = 0; i < text.length; i += 1) units[text.length - 1 - i] = text[i]!
  return units.join('')
}
