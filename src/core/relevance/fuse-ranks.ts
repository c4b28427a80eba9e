import { compareCodeUnits } from './terms.ts'

/** A document that one kind of evidence found. */
export interface EvidenceHit {
  readonly path: string
  readonly score: number
  /** Why, in plain words. Empty for shared terms, which are named when the text is at hand. */
  readonly reasons: readonly string[]
}

/** What was found, by kind. */
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
  /** What speaks for it, that with the greatest share first. */
  readonly because: readonly { readonly kind: EvidenceKind; readonly reasons: readonly string[] }[]
}

/** What somebody wrote down counts more than what words have in common, that more than what moved together; a second step least. */
const weights: Readonly<Record<EvidenceKind, number>> = { links: 1.5, terms: 1, changes: 0.7, steps: 0.4 }
const kinds = Object.keys(weights) as EvidenceKind[]
/** Of reciprocal rank fusion, as its authors have it. */
const damping = 60

/** Ranks are fused, not scores: those of different kinds have no common measure. Ties go by path. */
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

/** Equal scores have the same rank, whatever order they came in. */
function rankHits(hits: readonly EvidenceHit[]): { hit: EvidenceHit; rank: number }[] {
  const sorted = hits.toSorted((a, b) => b.score - a.score || compareCodeUnits(a.path, b.path))
  let rank = 0
  return sorted.map((hit, i) => {
    if (i === 0 || hit.score < sorted[i - 1]!.score) rank = i + 1
    return { hit, rank }
  })
}
