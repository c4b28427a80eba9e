import { type DocumentSelection, nameFirstRefused, type Plan, type RefusedDocument } from '../plan/index.ts'
import { type Diagnostic, formatCount, makeDiagnostic } from '../values/index.ts'
import type { LeftOut, Packet } from './packet.ts'

/** How its documents were chosen, and what became of them: one that was chosen and is not in the packet is refused like any other. */
export function finishSelection({ account, sections, leftOut }: Packet): DocumentSelection | null {
  if (account === null) return null
  const lost = leftOut.flatMap(refusedAs)
  const used = countedBy(sections, (one) => one.sources.length)
  const more = countedBy(lost, () => 1)
  const parts = account.parts.map((part) => ({
    ...part,
    used: used.get(part.tier) ?? 0,
    refused: part.refused + (more.get(part.tier) ?? 0),
  }))
  const asked = account.asked.map((one) => ({
    ...one,
    selected: sections.filter(({ facts }) => facts.by === one.by).length,
  }))
  // They were to be there before all others that are not.
  const refused = [...lost, ...account.refused]
  return nameFirstRefused({
    ...account,
    parts,
    asked,
    refused,
    refusedCount: account.refusedCount + lost.length,
  })
}

/** What is worth knowing where documents that were chosen had to go, by tier. */
export function describeLostDocuments({ level, measure }: Plan, leftOut: readonly LeftOut[]): Diagnostic[] {
  const lost = leftOut.filter((one) => one.tier !== null && one.reason === 'over-budget')
  return [...countedBy(lost, () => 1)].map(([tier, count]) => {
    const detail = `${formatCount(count, 'document')} of ${tier} had to be left out: the whole may take ${level.budget} (${measure}), and does not hold more`
    return makeDiagnostic('documents-left-out', 'warning', detail)
  })
}

const reasons: Partial<Record<LeftOut['reason'], RefusedDocument['reason']>> = {
  'over-budget': 'size',
  unsafe: 'unfit',
  empty: 'unfit',
  aged: 'unfit',
}

function refusedAs({ id, tier, reason, why, source, sources }: LeftOut): RefusedDocument[] {
  const as = reasons[reason]
  const section = id.split('/')[0]!
  const paths = sources.length > 0 ? sources.map(({ path }) => path) : source === null ? [] : [source]
  return as === undefined ? [] : paths.map((path) => ({ section, tier, path, reason: as, why }))
}

function countedBy<T extends { readonly tier: string | null }>(
  all: readonly T[],
  count: (one: T) => number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const one of all) if (one.tier !== null) counts.set(one.tier, (counts.get(one.tier) ?? 0) + count(one))
  return counts
}
