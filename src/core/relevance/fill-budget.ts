import {
  formatLeftOut,
  type RelevanceResult,
  type RelevantDocument,
  renderEntry,
  renderRelevance,
} from './answer.ts'
import { chooseExcerpt, type ExcerptQuery } from './excerpt.ts'
import type { RankedDocument } from './fuse-ranks.ts'
import { scanDocument } from './scan.ts'
import { extractTerms } from './terms.ts'

export interface FillInput {
  readonly sought: ExcerptQuery
  readonly budget: number
  count(text: string): number
  addressOf(path: string): string
  /** Cleaned; null for what has no text. */
  document(path: string): { readonly text: string; readonly modifiedAt: string } | null
}

/** So many in a row found no room: the next ones will not either, and each costs a look at its text. */
const maxMisses = 3
const maxSharedEntries = 5

/** Excerpts of the documents in their order, as many as the budget takes. What is rendered never exceeds it. */
export function fillBudget(ranked: readonly RankedDocument[], filling: FillInput): RelevanceResult {
  const { budget, count, addressOf } = filling
  const chosen: RelevantDocument[] = []
  let room = budget - (ranked.length > 1 ? count(`\n\n${formatLeftOut(ranked.length)}`) : 0)
  let misses = 0
  for (const one of ranked) {
    if (room <= 0 || misses === maxMisses) break
    // The first ones get most; none gets all, because the second one may be what was sought.
    const share = Math.min(room, Math.max(Math.floor(room / 3), Math.ceil(budget / 10)))
    const entry = makeEntry(one, share, filling) ?? makeEntry(one, room, filling, 'least')
    misses = entry === null ? misses + 1 : 0
    if (entry === null) continue
    chosen.push(entry)
    room -= costOf(entry, filling)
  }
  const answer = () => ({ chosen, left: ranked.length - chosen.length })
  // The sum of the parts may differ from the whole by what joins them.
  while (chosen.length > 0 && count(renderRelevance(answer(), addressOf)) > budget) chosen.pop()
  return answer()
}

function costOf(entry: RelevantDocument, { count, addressOf }: FillInput): number {
  return count(`${renderEntry(entry, addressOf(entry.path))}\n\n`)
}

/** The passage that fits into a share; `least`: one line, where the share is too small for any passage. */
export function makeEntry(
  one: RankedDocument,
  share: number,
  filling: FillInput,
  how?: 'least',
): RelevantDocument | null {
  const { path, score } = one
  const document = filling.document(path)
  if (document === null || document.text.trim() === '') return null
  const scanned = scanDocument(path, document.text)
  const { lines, title } = scanned
  const reasons = reasonsOf(one, `${path}\n${document.text}`, filling.sought)
  const entryOf = ([first, last]: readonly [number, number]): RelevantDocument => ({
    path,
    title,
    score,
    reasons,
    lines: [first + 1, last + 1],
    excerpt: lines.slice(first, last + 1).join('\n'),
    modifiedAt: document.modifiedAt,
  })
  const frame = costOf({ ...entryOf([0, 0]), excerpt: '' }, filling)
  if (frame >= share) return null
  const range = chooseExcerpt(path, scanned, filling.sought, {
    frame,
    most: share,
    costOf: (line) => filling.count(`${line}\n`),
    fits(range) {
      const isShort = how === undefined || range[0] === range[1]
      return isShort && costOf(entryOf(range), filling) <= share
    },
  })
  return range === null ? null : entryOf(range)
}

function reasonsOf({ because }: RankedDocument, text: string, { terms }: ExcerptQuery): string[] {
  const reasons = because.flatMap((one) => (one.kind === 'terms' ? sharedBy(text, terms) : one.reasons))
  // An index may part words where we do not, and so find what no term of ours is.
  return reasons.length === 0 ? ['shares words with the work at hand'] : reasons
}

function sharedBy(text: string, terms: ExcerptQuery['terms']): string[] {
  const held = new Set(extractTerms(text))
  const shared = terms.filter(({ term }) => held.has(term)).slice(0, maxSharedEntries)
  return shared.length === 0 ? [] : [`shares: ${shared.map(({ term }) => term).join(', ')}`]
}
