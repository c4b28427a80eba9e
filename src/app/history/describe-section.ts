import type { OmittedSection } from '../../core/packet/index.ts'
import { formatSourceUri, hasScheme, type Plan } from '../../core/plan/index.ts'
import type { ContextSection, SourceState } from './context-show-output.ts'
import {
  filterSection,
  getBoundary,
  type ListedSource,
  listSectionSources,
  type SectionFacts,
} from './list-section-sources.ts'

export function describeSection(facts: SectionFacts, id: string): ContextSection {
  const planned = facts.plan.sections.find((section) => section.id === id)
  if (planned === undefined) return describeInactive(facts, id)
  const inPacket = filterSection(facts.packet?.sections, id)
  const out = facts.packet?.leftOut.find((section) => section.id === id)
  const sources = listSectionSources(facts, planned)
  const state =
    inPacket.length === 0 ? getLeftOutState(out?.reason, sources) : getSentState(facts, id, sources)
  // A hook that sends nothing does not send what is ready.
  const answer = (ready: SourceState) => (facts.refused !== null && ready === 'ready' ? 'refused' : ready)
  const settled = sources.map((source) =>
    source.digest === null ? source : { ...source, state: answer(getSourceState(source, state)) },
  )
  return {
    section: id,
    state: answer(state),
    size: inPacket.length === 0 ? null : inPacket.reduce((sum, section) => sum + section.size, 0),
    cap: planned.cap,
    why: out?.why ?? null,
    address: inPacket[0]?.address ?? getOnlyAddress(planned.sources.map(formatSourceUri), facts.plan),
    sources: settled,
  }
}

function getLeftOutState(
  reason: OmittedSection['reason'] | undefined,
  sources: readonly ListedSource[],
): SourceState {
  if (reason === 'over-budget') return 'over budget'
  if (reason === 'aged') return 'inactive'
  if (reason === 'unsafe' || sources.some((source) => source.state === 'unavailable')) return 'unavailable'
  // The source was found, but the packet was refused for another reason.
  return reason === undefined && sources.some((source) => source.digest !== null) ? 'ready' : 'absent'
}

/** The sources of a section share its state, but each may have changed by itself. */
function getSourceState(source: ListedSource, section: SourceState): SourceState {
  if (section !== 'stale' && section !== 'injected') return section
  if (source.sent === null) return 'ready'
  return source.sent === source.digest ? 'injected' : 'stale'
}

function getSentState(facts: SectionFacts, id: string, sources: readonly ListedSource[]): SourceState {
  const sent = filterSection(facts.sent, id).flatMap((section) => section.sources)
  if (sent.length === 0) return 'ready'
  const now = sources.filter((source) => source.digest !== null)
  const same =
    now.length === sent.length && now.every((source) => sent.some((other) => other.digest === source.digest))
  return same ? 'injected' : 'stale'
}

function describeInactive({ plan }: SectionFacts, id: string): ContextSection {
  const skipped = plan.skipped.find((section) => section.id === id)
  const why = skipped?.why ?? null
  const uris = skipped?.looked ?? []
  return {
    section: id,
    state: 'inactive',
    size: null,
    cap: null,
    why,
    address: getOnlyAddress(uris, plan),
    sources: uris.map((uri) => ({
      uri,
      boundary: getBoundary(uri, plan),
      state: 'inactive',
      detail: null,
      digest: null,
      sent: null,
    })),
  }
}

/** The address of a section whose only source is an address, else null. */
function getOnlyAddress(uris: readonly string[], { catalog }: Plan): string | null {
  return uris.length === 1 && hasScheme(uris[0]!, catalog) ? uris[0]! : null
}
