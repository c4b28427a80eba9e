import type { ActiveDocument } from './active-work.ts'
import type { EvidenceHit, RelevanceEvidence } from './fuse-evidence.ts'
import { compareCodeUnits } from './terms.ts'

/** A link to or from another document. */
export interface LinkEdge {
  readonly path: string
  /** `to`: this document names the other. `from`: the other names this one. */
  readonly way: 'to' | 'from'
  readonly under: string
}

/** Looks up references among the indexed documents. */
export interface LinkGraph {
  /** Returns the documents that have one of these keys. */
  named(keys: readonly string[]): readonly { readonly path: string; readonly key: string }[]
  /** Returns the documents that name one of these keys. */
  naming(keys: readonly string[]): readonly { readonly path: string; readonly under: string }[]
  /** Returns the links of an indexed document, in both directions. */
  around(path: string): readonly LinkEdge[]
}

/** A reference in a field counts more than a mention. */
const fieldWeight = 1.5
const decay = 0.5
/** With more documents in the middle, a second step would reach almost everything. */
const maxMiddleDocuments = 50

/** Finds the documents one and two links away from the active ones, in both directions. */
export function walkLinks(
  active: readonly ActiveDocument[],
  graph: LinkGraph,
): Pick<RelevanceEvidence, 'links' | 'steps'> {
  const own = new Set(active.map(({ path }) => path))
  const near = new Map<string, EvidenceHit>()
  for (const document of active) {
    for (const { path, way, under } of listFirstEdges(document, graph)) {
      if (own.has(path)) continue
      const label = under === '' ? '' : ` (${under})`
      const reason = `${way === 'to' ? 'linked from' : 'links to'} ${document.path}${label}`
      addHit(near, path, under === '' ? 1 : fieldWeight, reason)
    }
  }
  const far = new Map<string, EvidenceHit>()
  for (const middle of [...near.values()].sort(compareByScore).slice(0, maxMiddleDocuments)) {
    const edges = keepBestPerPath(graph.around(middle.path)).filter(
      ({ path }) => !own.has(path) && !near.has(path),
    )
    for (const { path } of edges) {
      addHit(
        far,
        path,
        (decay * middle.score) / Math.sqrt(edges.length),
        `two steps away, through ${middle.path}`,
      )
    }
  }
  return { links: [...near.values()].sort(compareByScore), steps: [...far.values()].sort(compareByScore) }
}

function listFirstEdges(document: ActiveDocument, graph: LinkGraph): LinkEdge[] {
  const underOf = new Map(document.references.map(({ key, under }) => [key, under]))
  const to = graph
    .named([...underOf.keys()])
    .map(({ path, key }): LinkEdge => ({ path, way: 'to', under: underOf.get(key) ?? '' }))
  const from = graph.naming(document.keys).map(({ path, under }): LinkEdge => ({ path, way: 'from', under }))
  return [...keepBestPerPath(to), ...keepBestPerPath(from)]
}

/** Keeps one reference per document: one in a field, if there is any. */
function keepBestPerPath(edges: readonly LinkEdge[]): LinkEdge[] {
  const best = new Map<string, LinkEdge>()
  const sorted = [...edges].sort(
    (a, b) =>
      compareCodeUnits(a.path, b.path) ||
      Number(a.under === '') - Number(b.under === '') ||
      compareCodeUnits(a.under, b.under),
  )
  for (const edge of sorted) if (!best.has(edge.path)) best.set(edge.path, edge)
  return [...best.values()]
}

const maxReasons = 2

function addHit(hits: Map<string, EvidenceHit>, path: string, score: number, reason: string): void {
  const before = hits.get(path)
  const reasons = before?.reasons ?? []
  hits.set(path, {
    path,
    score: (before?.score ?? 0) + score,
    reasons: reasons.length < maxReasons ? [...reasons, reason] : reasons,
  })
}

function compareByScore(
  a: Pick<EvidenceHit, 'path' | 'score'>,
  b: Pick<EvidenceHit, 'path' | 'score'>,
): number {
  return b.score - a.score || compareCodeUnits(a.path, b.path)
}
