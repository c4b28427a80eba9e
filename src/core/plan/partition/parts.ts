import type { Manifest } from '../../manifest/index.ts'

/**
 * How many documents each tier may have; null without a limit. What is reserved is there whatever the number is, and what a tier
 * leaves of its own is not lent to another. Shares come from what is left, for tiers that take part, and leave the rest at least one.
 * A larger number never gives a tier fewer.
 */
export function divideDocuments(
  tiers: Manifest['tiers'],
  takePart: ReadonlySet<string>,
  documents: number | null,
): ReadonlyMap<string, number | null> {
  const rules = Object.entries(tiers).flatMap(([tier, { documents: part }]) =>
    part === undefined ? [] : [{ tier, part }],
  )
  if (documents === null) return new Map(rules.map(({ tier }) => [tier, null]))
  const reserved = rules.reduce((sum, { part }) => sum + (typeof part === 'number' ? part : 0), 0)
  const left = Math.max(0, documents - reserved)
  const shares = rules.flatMap(({ tier, part }): Share[] =>
    typeof part === 'object' && takePart.has(tier) ? [{ tier, ...part, given: 0 }] : [],
  )
  const hasRest = rules.some(({ tier, part }) => part === 'rest' && takePart.has(tier))
  handOut(shares, left, hasRest ? 1 : 0)
  const given = new Map(shares.map((one) => [one.tier, one.given]))
  const rest = left - shares.reduce((sum, one) => sum + one.given, 0)
  // In the order of the tiers.
  return new Map(
    rules.map(({ tier, part }) => {
      if (typeof part === 'number') return [tier, part]
      return [tier, part === 'rest' ? (takePart.has(tier) ? rest : 0) : (given.get(tier) ?? 0)]
    }),
  )
}

interface Share {
  readonly tier: string
  readonly share: number
  readonly most: number
  given: number
}

/**
 * Place by place, so that one place more takes none from anybody. A tier may have the next one while it has none, or while that
 * keeps it within its share of the places so far; of several, one that has none, then the one that would have the least for its
 * share (the quota method of Balinski and Young), then the first. What no tier may have is for the rest, which has the first.
 */
function handOut(shares: readonly Share[], places: number, first: number): void {
  for (let place = first + 1; place <= places && shares.some(hasRoom); place++) {
    const [next] = shares
      .filter((one) => hasRoom(one) && one.given < Math.max(1, Math.floor(place * one.share)))
      .sort((a, b) => turnOf(a) - turnOf(b))
    if (next !== undefined) next.given++
  }
}

function hasRoom({ given, most }: Share): boolean {
  return given < most
}

function turnOf({ given, share }: Share): number {
  return given === 0 ? 0 : (given + 1) / share
}
