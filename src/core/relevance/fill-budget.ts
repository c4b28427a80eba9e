import { chooseExcerpt, type ExcerptQuery } from './choose-excerpt.ts'
import type { RankedDocument } from './fuse-evidence.ts'
import {
  formatOmittedCount,
  type RelevanceResult,
  type RelevantDocument,
  renderRelevance,
  renderRelevantDocument,
} from './relevance-result.ts'
import { scanDocument } from './scan-document.ts'
import { extractTerms } from './terms.ts'

export interface FillInput {
  readonly query: ExcerptQuery
  readonly budget: number
  count(text: string): number
  addressOf(path: string): string
  /** Returns the redacted document; null if it has no text. */
  document(path: string): { readonly text: string; readonly modifiedAt: string } | null
}

/** Stops after this many documents in a row that do not fit, because each costs reading its text. */
const maxMisses = 3
const maxSharedEntries = 5

/** Fills a budget with excerpts of the documents in their order. The rendered text never exceeds the budget. */
export function fillBudget(ranked: readonly RankedDocument[], input: FillInput): RelevanceResult {
  const { budget, count, addressOf } = input
  const chosen: RelevantDocument[] = []
  let remaining = budget - (ranked.length > 1 ? count(`\n\n${formatOmittedCount(ranked.length)}`) : 0)
  let misses = 0
  for (const document of ranked) {
    if (remaining <= 0 || misses === maxMisses) break
    // The first documents get most. None gets all, because the second may be the right one.
    const share = Math.min(remaining, Math.max(Math.floor(remaining / 3), Math.ceil(budget / 10)))
    const entry =
      makeRelevantDocument(document, share, input) ??
      makeRelevantDocument(document, remaining, input, 'least')
    misses = entry === null ? misses + 1 : 0
    if (entry === null) continue
    chosen.push(entry)
    remaining -= measureCost(entry, input)
  }
  const makeResult = () => ({ chosen, left: ranked.length - chosen.length })
  // The whole may cost more than the sum of its parts because of the text between them.
  while (chosen.length > 0 && count(renderRelevance(makeResult(), addressOf)) > budget) chosen.pop()
  return makeResult()
}

function measureCost(entry: RelevantDocument, { count, addressOf }: FillInput): number {
  return count(`${renderRelevantDocument(entry, addressOf(entry.path))}\n\n`)
}

/** Makes an entry with the passage that fits into a share. `least`: one line, for a share that is too small for a passage. */
export function makeRelevantDocument(
  ranked: RankedDocument,
  share: number,
  input: FillInput,
  how?: 'least',
): RelevantDocument | null {
  const { path, score } = ranked
  const document = input.document(path)
  if (document === null || document.text.trim() === '') return null
  const scanned = scanDocument(path, document.text)
  const { lines, title } = scanned
  const reasons = listReasons(ranked, `${path}\n${document.text}`, input.query)
  const buildEntry = ([first, last]: readonly [number, number]): RelevantDocument => ({
    path,
    title,
    score,
    reasons,
    lines: [first + 1, last + 1],
    excerpt: lines.slice(first, last + 1).join('\n'),
    modifiedAt: document.modifiedAt,
  })
  const frame = measureCost({ ...buildEntry([0, 0]), excerpt: '' }, input)
  if (frame >= share) return null
  const range = chooseExcerpt(path, scanned, input.query, {
    frame,
    most: share,
    costOf: (line) => input.count(`${line}\n`),
    fits(range) {
      const isShort = how === undefined || range[0] === range[1]
      return isShort && measureCost(buildEntry(range), input) <= share
    },
  })
  return range === null ? null : buildEntry(range)
}

function listReasons({ because }: RankedDocument, text: string, { terms }: ExcerptQuery): string[] {
  const reasons = because.flatMap((evidence) =>
    evidence.kind === 'terms' ? describeSharedTerms(text, terms) : evidence.reasons,
  )
  // The index may split words differently and find a document that has none of our terms.
  return reasons.length === 0 ? ['shares words with the work at hand'] : reasons
}

function describeSharedTerms(text: string, terms: ExcerptQuery['terms']): string[] {
  const documentTerms = new Set(extractTerms(text))
  const shared = terms.filter(({ term }) => documentTerms.has(term)).slice(0, maxSharedEntries)
  return shared.length === 0 ? [] : [`shares: ${shared.map(({ term }) => term).join(', ')}`]
}
