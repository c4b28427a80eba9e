import type { Manifest } from '../manifest/index.ts'

/**
 * How many documents each tier may have; null without a limit. What is reserved is there whatever the number is, and what a tier
 * leaves of its own is not lent to another. Shares come from what is left, for tiers that take part, and leave the rest at least one.
 */
export function partsOf(
  tiers: Manifest['tiers'],
  takePart: ReadonlySet<string>,
  documents: number | null,
): ReadonlyMap<string, number | null> {
  const rules = Object.entries(tiers).flatMap(([tier, { documents: part }]) =>
    part === undefined ? [] : [{ tier, part }],
  )
  if (documents === null) return new Map(rules.map(({ tier }) => [tier, null]))
  const reserved = rules.reduce((sum, { part }) => sum + (typeof part === 'number' ? part : 0), 0)
  const afterReserved = Math.max(0, documents - reserved)
  const kept = rules.some(({ tier, part }) => part === 'rest' && takePart.has(tier)) ? 1 : 0
  let left = afterReserved
  const parts = new Map<string, number>()
  for (const { tier, part } of rules) {
    if (typeof part === 'number') parts.set(tier, part)
    if (typeof part !== 'object') continue
    const wanted = Math.min(part.most, Math.max(1, Math.floor(afterReserved * part.share)))
    const given = takePart.has(tier) ? Math.max(0, Math.min(wanted, left - kept)) : 0
    parts.set(tier, given)
    left -= given
  }
  for (const { tier, part } of rules) if (part === 'rest') parts.set(tier, takePart.has(tier) ? left : 0)
  // In the order of the tiers.
  return new Map(rules.map(({ tier }) => [tier, parts.get(tier)!]))
}
