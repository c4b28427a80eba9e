/** Another number whenever the same text would give other terms or references: what was indexed by the old way is of no use. */
export const analysisVersion = 1

const words = /[\p{L}\p{N}\p{M}_$]+/gu
const joints = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[_$]+/u
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u
const number = /^[\p{N}_]+$/u
const digest = /^(?=.*\d)[0-9a-f]{7,}$/i
const plainWord = /^[a-z]+$/

/** Beyond it stand digests and encoded bytes, which nobody shares by meaning. */
const maxLength = 40

/** The terms of a text in order, again as often as they stand there: lower case, singular, identifiers also by their parts. */
export function extractTerms(text: string): string[] {
  const terms: string[] = []
  for (const [word] of text.matchAll(words)) addWord(word, terms)
  return terms
}

function addWord(word: string, terms: string[]): void {
  // Most words are: they need no closer look.
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

/** Scripts without spaces have no words to split at; two characters are the shortest that mean something. */
function splitIntoPairs(term: string): string[] {
  const characters = [...term]
  if (characters.length < 3) return [term]
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

/** English plurals only: enough to make "budgets" and "budget" one, too little to join what differs. */
function toSingular(term: string): string {
  if (term.length < 4 || !term.endsWith('s') || /(?:ss|us|is)$/.test(term)) return term
  if (term.endsWith('ies')) return `${term.slice(0, -3)}y`
  return term.slice(0, -1)
}

/** A term to ask with, and how much it tells. */
export interface WeightedTerm {
  readonly term: string
  readonly weight: number
}

export interface TermFrequencies {
  /** How many documents there are. */
  readonly documents: number
  /** In how many of them a term stands. */
  of(term: string): number
  /** In how many of the active ones among them it stands: those are not sought. */
  ofActive(term: string): number
}

const maxTerms = 24

/** What stands in a fifth of all documents tells nothing, and a few documents are too few to say so. */
function getMaxDocuments(documents: number): number {
  return Math.max(1, Math.floor(documents / 5), Math.min(documents - 1, 3))
}

/** The most telling of some terms: weighty where they came from, rare elsewhere. No list of words to ignore: they are frequent. */
export function selectTerms(
  weights: ReadonlyMap<string, number>,
  frequencies: TermFrequencies,
): WeightedTerm[] {
  const { documents } = frequencies
  const selected: WeightedTerm[] = []
  for (const [term, weight] of weights) {
    const all = frequencies.of(term)
    if (all > getMaxDocuments(documents) || all <= frequencies.ofActive(term)) continue
    selected.push({ term, weight: weight * Math.log(1 + (documents - all + 0.5) / (all + 0.5)) })
  }
  return selected.sort((a, b) => b.weight - a.weight || compareCodeUnits(a.term, b.term)).slice(0, maxTerms)
}

/** By code unit, the same everywhere. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
