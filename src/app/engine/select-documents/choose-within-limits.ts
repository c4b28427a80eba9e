import type { SectionReading } from '../../../core/packet/index.ts'
import {
  type DocumentLimits,
  divideDocuments,
  type Plan,
  type PlannedSection,
  type RefusedDocument,
  type TierShare,
} from '../../../core/plan/index.ts'
import type { FoundSource, Observation } from '../../../core/values/index.ts'
import type { CandidatePool, DocumentCandidate } from './candidates.ts'

/** A section that was read already, or the candidates of a section with one document each. */
export type SectionCandidates =
  | { readonly section: PlannedSection; readonly reading: SectionReading }
  | CandidatePool

export interface PickedDocument {
  readonly section: PlannedSection
  readonly candidate: DocumentCandidate
  readonly found: FoundSource
}

export interface DocumentChoice {
  readonly picked: readonly PickedDocument[]
  readonly refused: readonly RefusedDocument[]
  readonly parts: readonly TierShare[]
  /** Sources that could not be read, by section. */
  readonly unread: ReadonlyMap<string, readonly Observation[]>
  /** Whether every required tier has a document. */
  readonly success: boolean
  /** Whether a larger limit would fill an empty tier. */
  readonly wantsRoom: boolean
}

/** Takes documents section by section within the limit of their tier. Reads only the documents that it takes. */
export function chooseWithinLimits(
  plan: Plan,
  gathered: readonly SectionCandidates[],
  limits: DocumentLimits,
): DocumentChoice {
  const takePart = new Set(gathered.flatMap(({ section }) => section.tier ?? []))
  const limitByTier = divideDocuments(plan.tiers, takePart, limits.documents)
  const used = new Map<string, number>()
  const taken = new Map<string, string>()
  const picked: PickedDocument[] = []
  const refused: RefusedDocument[] = []
  const unread = new Map<string, Observation[]>()
  const take = ({ id, tier }: PlannedSection, path: string) => {
    taken.set(path, id)
    if (tier !== null) used.set(tier, (used.get(tier) ?? 0) + 1)
  }
  for (const group of gathered) {
    const { section } = group
    if ('reading' in group) {
      for (const { path } of group.reading.found) take(section, path)
      continue
    }
    let count = 0
    for (const candidate of group.candidates) {
      const { path } = candidate
      if (path === plan.bundle?.output) continue
      const refuse = (reason: RefusedDocument['reason'], why: string) =>
        refused.push({ section: section.id, tier: section.tier, path, reason, why })
      const takenBy = taken.get(path)
      const part = section.tier === null ? null : (limitByTier.get(section.tier) ?? null)
      if (takenBy !== undefined) refuse('twice', `already there as ${takenBy}`)
      else if (count >= (section.each?.most ?? Number.POSITIVE_INFINITY))
        refuse('most', `${section.id} takes ${section.each!.most} at the most`)
      else if (part !== null && (used.get(section.tier!) ?? 0) >= part)
        refuse('room', `${section.tier} has room for ${part} of them`)
      else {
        const found = requireText(candidate.read())
        if (found.state === 'found') {
          picked.push({ section, candidate, found })
          take(section, path)
          count++
        } else {
          refuse('unread', found.detail)
          unread.set(section.id, [...(unread.get(section.id) ?? []), found])
        }
      }
    }
  }
  const parts = [...limitByTier].map(([tier, documents]): TierShare => {
    const missing = refused.filter((document) => document.tier === tier && document.reason !== 'twice').length
    return { tier, documents, used: used.get(tier) ?? 0, refused: missing, unnamed: 0 }
  })
  const empty = plan.needs.filter((tier) => (used.get(tier) ?? 0) === 0)
  const wantsRoom = empty.some((tier) =>
    refused.some((document) => document.tier === tier && document.reason === 'room'),
  )
  return { picked, refused, parts, unread, success: empty.length === 0, wantsRoom }
}

function requireText(seen: Observation): Observation {
  if (seen.state !== 'found' || seen.text.trim() !== '') return seen
  return { state: 'absent', uri: seen.uri, detail: 'the file is empty' }
}
