/** Increase it when the same text gives other terms or references, so that the index is built again. */
export const analysisVersion = 1

const words = /[\p{L}\p{N}\p{M}_$]+/gu
const joints = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[_$]+/u
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u
const number = /^[\p{N}_]+$/u
const digest = /^(?=.*\d)[0-9a-f]{7,}$/i
const plainWord = /^[a-z]+$/

/** Longer words are digests and encoded bytes, which carry no meaning. */
const maxLength = 40

/** Extracts the terms of a text in order, with repetitions: lower case, singular, identifiers whole and in parts. */
export function extractTerms(text: string): string[] {
  const terms: string[] = []
  for (const [word] of text.matchAll(words)) addWord(word, terms)
  return terms
}

function addWord(word: string, terms: string[]): void {
  // Fast path: most words are plain.
  if (plainWord.test(word)) {
    if (word.length > 1 && word.length <= maxLength) terms.push(toSingular(word))
    return
  }
  if (word.length > maxLength * 2 || number.test(word) || digest.test(word)) return
  const parts = word.split(joints).filter((part) => part !== '')
  for (const part of parts) addPart(part, terms)
  if (parts.length > 1) addPart(parts.join(''), terms)
}

function addPart(part: string, terms: string[]): void {
  const term = part.normalize('NFKC').toLowerCase()
  if (unspaced.test(term)) terms.push(...splitIntoPairs(term))
  else if (term.length > 1 && term.length <= maxLength && !number.test(term)) terms.push(toSingular(term))
}

/** Splits into pairs of characters, because scripts without spaces have no visible words and two characters are the shortest with a meaning. */
function splitIntoPairs(term: string): string[] {
  const characters = [...term]
  if (characters.length < 3) return [term]
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

/** Handles only English plurals: "budgets" becomes "budget", and different words stay different. */
function toSingular(term: string): string {
  if (term.length < 4 || !term.endsWith('s') || /(?:ss|us|is)$/.test(term)) return term
  if (term.endsWith('ies')) return `${term.slice(0, -3)}y`
  return term.slice(0, -1)
}

/** A search term and its weight. */
export interface WeightedTerm {
  readonly term: string
  readonly weight: number
}

export interface TermFrequencies {
  /** Number of all documents. */
  readonly documents: number
  /** Counts the documents that contain a term. */
  countDocuments(term: string): number
  /** Counts the active documents that contain a term. The search leaves those out. */
  countActiveDocuments(term: string): number
}

const maxTerms = 24

/** A term in more than a fifth of all documents has no weight. With few documents, the limit is higher. */
function getMaxDocuments(documents: number): number {
  return Math.max(1, Math.floor(documents / 5), Math.min(documents - 1, 3))
}

/** Selects terms that have weight in the active work and are rare elsewhere. Stop words need no list, because they are frequent. */
export function selectTerms(
  weights: ReadonlyMap<string, number>,
  frequencies: TermFrequencies,
): WeightedTerm[] {
  const { documents } = frequencies
  const selected: WeightedTerm[] = []
  for (const [term, weight] of weights) {
    const all = frequencies.countDocuments(term)
    if (all > getMaxDocuments(documents) || all <= frequencies.countActiveDocuments(term)) continue
    selected.push({ term, weight: weight * Math.log(1 + (documents - all + 0.5) / (all + 0.5)) })
  }
  return selected.sort((a, b) => b.weight - a.weight || compareCodeUnits(a.term, b.term)).slice(0, maxTerms)
}

/** Compares by code unit, which does not depend on a locale. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
