import type { Manifest } from '../../manifest/index.ts'

/**
 * Returns the number of documents of each tier; null means no limit. Reserved numbers apply whatever `documents` is, and a tier does
 * not pass on what it leaves unused. Tiers in `takePart` share the others, and at least one document is left for the tier with the
 * rest. A larger number never gives a tier fewer documents.
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
  assignPlaces(shares, left, hasRest ? 1 : 0)
  const given = new Map(shares.map((share) => [share.tier, share.given]))
  const rest = left - shares.reduce((sum, share) => sum + share.given, 0)
  // Keep the order of the tiers.
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
 * Assigns place by place, so that one more place never takes a place from a tier. A tier may take the next place if it has none, or
 * if it stays within its share of the places so far. If several may, a tier without a place comes first, then the one with the
 * least for its share (the quota method of Balinski and Young), then the first. Other places go to the tier with the rest, which
 * also gets the first place.
 */
function assignPlaces(shares: readonly Share[], places: number, first: number): void {
  for (let place = first + 1; place <= places && shares.some(hasRoom); place++) {
    const [next] = shares
      .filter((share) => hasRoom(share) && share.given < Math.max(1, Math.floor(place * share.share)))
      .sort((a, b) => rankShare(a) - rankShare(b))
    if (next !== undefined) next.given++
  }
}

function hasRoom({ given, most }: Share): boolean {
  return given < most
}

function rankShare({ given, share }: Share): number {
  return given === 0 ? 0 : (given + 1) / share
}
