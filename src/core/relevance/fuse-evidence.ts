import { compareCodeUnits } from './terms.ts'

/** A document found by one kind of evidence. */
export interface EvidenceHit {
  readonly path: string
  readonly score: number
  /** Why, in plain words. Empty for shared terms, which are filled in when the text is read. */
  readonly reasons: readonly string[]
}

/** The documents found, by kind of evidence. */
export interface RelevanceEvidence {
  /** One step away, in either direction. */
  readonly links: readonly EvidenceHit[]
  /** Two steps away. */
  readonly steps: readonly EvidenceHit[]
  readonly terms: readonly EvidenceHit[]
  readonly changes: readonly EvidenceHit[]
}

export type EvidenceKind = keyof RelevanceEvidence

export interface RankedDocument {
  readonly path: string
  readonly score: number
  /** The evidence for it, largest share first. */
  readonly because: readonly { readonly kind: EvidenceKind; readonly reasons: readonly string[] }[]
}

/** A written link counts more than shared terms, shared terms more than common changes, and a second step least. */
const weights: Readonly<Record<EvidenceKind, number>> = { links: 1.5, terms: 1, changes: 0.7, steps: 0.4 }
const kinds = Object.keys(weights) as EvidenceKind[]
/** The constant of reciprocal rank fusion, as its authors chose it. */
const damping = 60

/** Fuses ranks instead of scores, because scores of different kinds are not comparable. Ties are ordered by path. */
export function fuseEvidence(evidence: RelevanceEvidence): RankedDocument[] {
  const shares = new Map<string, { kind: EvidenceKind; share: number; reasons: readonly string[] }[]>()
  for (const kind of kinds) {
    for (const { hit, rank } of rankHits(evidence[kind])) {
      const share = weights[kind] / (damping + rank)
      shares.set(hit.path, [...(shares.get(hit.path) ?? []), { kind, share, reasons: hit.reasons }])
    }
  }
  return [...shares]
    .map(([path, parts]) => ({
      path,
      score: parts.reduce((sum, { share }) => sum + share, 0),
      because: parts.toSorted((a, b) => b.share - a.share).map(({ kind, reasons }) => ({ kind, reasons })),
    }))
    .sort((a, b) => b.score - a.score || compareCodeUnits(a.path, b.path))
}

/** Gives equal scores the same rank, whatever their order. */
function rankHits(hits: readonly EvidenceHit[]): { hit: EvidenceHit; rank: number }[] {
  const sorted = hits.toSorted((a, b) => b.score - a.score || compareCodeUnits(a.path, b.path))
  let rank = 0
  return sorted.map((hit, i) => {
    if (i === 0 || hit.score < sorted[i - 1]!.score) rank = i + 1
    return { hit, rank }
  })
}
