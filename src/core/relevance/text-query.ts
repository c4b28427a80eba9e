import { parseLeadingNumber } from '../plan/index.ts'
import { getBaseName } from '../values/index.ts'
import { type FillInput, makeRelevantDocument } from './fill-budget.ts'
import type { EvidenceHit, RankedDocument } from './fuse-evidence.ts'
import { findReferences } from './references.ts'
import type { RelevanceResult, RelevantDocument } from './relevance-result.ts'
import { scanDocument } from './scan-document.ts'
import { extractTerms, type WeightedTerm } from './terms.ts'

/** A search in the user's words. */
export interface TextQuery {
  readonly terms: readonly string[]
  /** Keys of the documents that the text names. */
  readonly keys: readonly string[]
  readonly numbers: ReadonlySet<number>
}

/** More terms than this are ignored. */
const maxTerms = 24

export function parseTextQuery(text: string): TextQuery {
  const line = text.replace(/\s+/g, ' ').slice(0, 1000)
  return {
    terms: [...new Set(extractTerms(line))].slice(0, maxTerms),
    keys: findReferences('', scanDocument('', line)).map(({ key }) => key),
    numbers: new Set((line.match(/(?<!\w)\d{1,9}(?!\w)/g) ?? []).map(Number)),
  }
}

/** Gives rare terms more weight. Unlike `selectTerms` it keeps frequent terms, because the user typed them. */
export function weighTerms(
  terms: readonly string[],
  { documents, of }: { readonly documents: number; of(term: string): number },
): WeightedTerm[] {
  return terms.map((term) => ({ term, weight: Math.log(1 + (documents + 0.5) / (of(term) + 0.5)) }))
}

/** Finds documents whose name begins with a number of the query. */
export function findNumberedHits({ numbers }: TextQuery, paths: Iterable<string>): EvidenceHit[] {
  const hits: EvidenceHit[] = []
  if (numbers.size === 0) return hits
  for (const path of paths) {
    const number = parseLeadingNumber(getBaseName(path))
    if (number !== null && numbers.has(Number(number)))
      hits.push({ path, score: 1, reasons: [`has the number ${Number(number)}`] })
  }
  return hits
}

/** Takes the first documents in their order, each with an excerpt of up to the same size. */
export function excerptFirstDocuments(
  ranked: readonly RankedDocument[],
  { limit, ...input }: FillInput & { readonly limit: number },
): RelevanceResult {
  const chosen: RelevantDocument[] = []
  for (const document of ranked) {
    if (chosen.length === limit) break
    const entry = makeRelevantDocument(document, input.budget, input) ?? makeEmptyEntry(document, input)
    if (entry !== null) chosen.push({ ...entry, reasons: listReasons(document, entry, input) })
  }
  return { chosen, left: ranked.length - chosen.length }
}

/** Makes an entry without an excerpt, for a document that matches although not even one line fits. */
function makeEmptyEntry({ path, score }: RankedDocument, { document }: FillInput): RelevantDocument | null {
  const content = document(path)
  if (content === null || content.text.trim() === '') return null
  const { title } = scanDocument(path, content.text)
  return { path, title, score, reasons: [], lines: [1, 1], excerpt: '', modifiedAt: content.modifiedAt }
}

const maxNamed = 5

function listReasons(
  { because, path }: RankedDocument,
  { title }: RelevantDocument,
  input: FillInput,
): string[] {
  const documentTerms = new Set(extractTerms(`${path}\n${title}\n${input.document(path)?.text ?? ''}`))
  const words = input.query.terms
    .filter(({ term }) => documentTerms.has(term))
    .slice(0, maxNamed)
    .map(({ term }) => term)
  return because.flatMap(({ kind, reasons }) =>
    kind !== 'terms'
      ? reasons
      : [words.length === 0 ? 'holds words like these' : `holds: ${words.join(', ')}`],
  )
}
