import {
  type DocumentSelection,
  limitRefusedDocuments,
  type Plan,
  type RefusedDocument,
} from '../plan/index.ts'
import { type Diagnostic, formatCount, makeDiagnostic } from '../values/index.ts'
import type { OmittedSection, Packet } from './packet.ts'

/** Completes the selection of documents. A selected document that is not in the packet counts as refused. */
export function finishSelection({ account, sections, leftOut }: Packet): DocumentSelection | null {
  if (account === null) return null
  const lost = leftOut.flatMap(listRefused)
  const used = countByTier(sections, (section) => section.sources.length)
  const more = countByTier(lost, () => 1)
  const parts = account.parts.map((part) => ({
    ...part,
    used: used.get(part.tier) ?? 0,
    refused: part.refused + (more.get(part.tier) ?? 0),
  }))
  const asked = account.asked.map((adapter) => ({
    ...adapter,
    selected: sections.filter(({ facts }) => facts.by === adapter.by).length,
  }))
  // Selected documents come before those that were never selected.
  const refused = [...lost, ...account.refused]
  return limitRefusedDocuments({
    ...account,
    parts,
    asked,
    refused,
    refusedCount: account.refusedCount + lost.length,
  })
}

/** Makes a diagnostic per tier for selected documents that were dropped. */
export function describeLostDocuments(
  { level, measure }: Plan,
  leftOut: readonly OmittedSection[],
): Diagnostic[] {
  const lost = leftOut.filter(({ tier, reason }) => tier !== null && reason === 'over-budget')
  return [...countByTier(lost, () => 1)].map(([tier, count]) => {
    const detail = `${formatCount(count, 'document')} of ${tier} had to be left out: the whole may take ${level.budget} (${measure}), and does not hold more`
    return makeDiagnostic('documents-left-out', 'warning', detail)
  })
}

const reasons: Partial<Record<OmittedSection['reason'], RefusedDocument['reason']>> = {
  'over-budget': 'size',
  unsafe: 'unfit',
  empty: 'unfit',
  aged: 'unfit',
}

function listRefused({ id, tier, reason, why, source, sources }: OmittedSection): RefusedDocument[] {
  const as = reasons[reason]
  const section = id.split('/')[0]!
  const paths = sources.length > 0 ? sources.map(({ path }) => path) : source === null ? [] : [source]
  return as === undefined ? [] : paths.map((path) => ({ section, tier, path, reason: as, why }))
}

function countByTier<T extends { readonly tier: string | null }>(
  all: readonly T[],
  count: (element: T) => number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const element of all)
    if (element.tier !== null) counts.set(element.tier, (counts.get(element.tier) ?? 0) + count(element))
  return counts
}
