import type { Manifest } from '../../core/manifest/index.ts'
import type { Packet, SectionReading } from '../../core/packet/index.ts'
import {
  formatSourceUri,
  hasScheme,
  type Plan,
  type PlannedSection,
  type PlannedSource,
  parseAddress,
} from '../../core/plan/index.ts'
import type { Account } from '../../core/receipt/index.ts'
import type { SourceReader } from '../../ports/index.ts'
import type { Boundary, ContextSection } from './context-show-output.ts'

export type ListedSource = ContextSection['sources'][number]

/** Everything that is known about the sections now. */
export interface SectionFacts {
  readonly manifest: Manifest
  readonly plan: Plan
  readonly readings: ReadonlyMap<string, SectionReading>
  /** Readings of documents that were chosen one by one. */
  readonly chosen: readonly SectionReading[]
  /** Null if the request is refused. */
  readonly packet: Packet | null
  readonly matches: SourceReader['matches']
  readonly sent: Account['sections'] | null
  /** Why a hook sends nothing now; null if it sends the packet. */
  readonly refused: string | null
}

/** Lists each declared source of a section in order, with its content, or why it has none. */
export function listSectionSources(facts: SectionFacts, planned: PlannedSection): ListedSource[] {
  return planned.each === null ? listSources(facts, planned) : listDocuments(facts, planned)
}

/** Lists each declared source in order, with its content, or why it was not read. */
function listSources(facts: SectionFacts, planned: PlannedSection): ListedSource[] {
  const reading = facts.readings.get(planned.id)
  const sent = facts.sent?.find((section) => section.id === planned.id)
  return planned.sources.flatMap((source, i): ListedSource[] => {
    const uri = formatSourceUri(source)
    const nothing = { uri, boundary: getBoundary(uri, facts.plan), digest: null, sent: null }
    if (reading === undefined || (reading.source !== null && i > reading.source))
      return [{ ...nothing, state: 'inactive', detail: 'not needed: an earlier source was found' }]
    if (i !== reading.source) return [{ ...nothing, ...explainMissing(facts, source, reading) }]
    return reading.found.map((found) => ({
      ...nothing,
      uri: found.uri,
      state: 'ready',
      detail: null,
      digest: found.digest,
      sent: sent?.sources.find((other) => other.path === found.path)?.digest ?? null,
    }))
  })
}

/** Lists each declared source in order, with its chosen documents, or why it has none. */
function listDocuments(facts: SectionFacts, planned: PlannedSection): ListedSource[] {
  const readings = facts.chosen.filter((reading) => (reading.of ?? reading.section) === planned.id)
  const sent = filterSection(facts.sent, planned.id).flatMap((section) => section.sources)
  const left = new Set(readings.flatMap((reading) => reading.found))
  const tried = readings.flatMap((reading) => reading.tried)
  return planned.sources.flatMap((source): ListedSource[] => {
    const uri = formatSourceUri(source)
    const nothing = { uri, boundary: getBoundary(uri, facts.plan), digest: null, sent: null }
    const own = [...left].filter((found) => facts.matches(source.pattern, found.path))
    for (const found of own) left.delete(found)
    if (own.length === 0) return [{ ...nothing, ...explainMissing(facts, source, { tried }) }]
    return own.map((found) => ({
      ...nothing,
      uri: found.uri,
      state: 'ready',
      detail: null,
      digest: found.digest,
      sent: sent.find((other) => other.path === found.path)?.digest ?? null,
    }))
  })
}

/** Explains why a source gave nothing. */
function explainMissing(
  { matches }: SectionFacts,
  source: PlannedSource,
  { tried }: Pick<SectionReading, 'tried'>,
): Pick<ListedSource, 'state' | 'detail'> {
  const uri = formatSourceUri(source)
  const seen = tried.find(
    (observation) =>
      observation.uri === uri ||
      (observation.state !== 'absent' && matches(source.pattern, observation.path)),
  )
  if (seen === undefined || seen.state === 'found') return { state: 'absent', detail: null }
  const isDormant = seen.state === 'absent' && seen.inactive === true
  return { state: isDormant ? 'inactive' : seen.state, detail: seen.detail }
}

/** The owner of a source. State of a session leaves no trace in the project. */
export function getBoundary(uri: string, { catalog }: Plan): Boundary {
  if (!hasScheme(uri, catalog)) return uri.startsWith('file:@') ? 'system' : 'project'
  const address = parseAddress(uri, catalog)
  if (address.kind === 'plugin') return 'system'
  const state = address.kind === 'state' ? catalog.states[address.entity] : undefined
  return state !== undefined && 'session' in state ? 'session' : 'project'
}

/** The section itself, or its documents if it has one section per document. */
export function filterSection<T extends { readonly id: string }>(
  all: readonly T[] | null | undefined,
  id: string,
): T[] {
  return (all ?? []).filter((section) => section.id === id || section.id.startsWith(`${id}/`))
}
