// Shows each declared section with its state: sent, ready to be sent, or absent, and why.

import type { Manifest, TriggerRule } from '../../core/manifest/index.ts'
import type { OmittedSection, Packet, SectionReading } from '../../core/packet/index.ts'
import {
  formatSourceUri,
  hasScheme,
  type Plan,
  type PlannedSection,
  type PlannedSource,
  parseAddress,
  type Request,
} from '../../core/plan/index.ts'
import type { Account } from '../../core/receipt/index.ts'
import { assertNever, Refusal } from '../../core/values/index.ts'
import type { EngineServices, LogRow, Project, SourceReader } from '../../ports/index.ts'
import {
  compilePacket,
  makeInjectionMetadata,
  makeReadDeps,
  prepareRequest,
  readSources,
} from '../engine/index.ts'
import type { InjectionDelivery } from '../output/index.ts'
import { makeTextRedactor } from '../redaction/index.ts'
import { explainUntrusted } from '../trust/index.ts'
import type { Boundary, ContextSection, ContextShowResult, SourceState } from './context-output.ts'
import { makeInjectionLabel, type PastInjection } from './find-injection.ts'
import { untieredName } from './summarize-context.ts'

export interface ContextShowInput {
  readonly project: Project
  readonly request: Request
  readonly ledger: string
  readonly last: PastInjection | null
  /** The sections that the session has now; null if the account was pruned. */
  readonly told: Account['sections'] | null
  readonly delivery: InjectionDelivery | null
  readonly trail: readonly LogRow[]
  /** Computes the cost of the server's tool list in every session. */
  readonly toolCost: (scheme: string) => Promise<ContextShowResult['mcp_tools']>
}

type Source = ContextSection['sources'][number]

/** Everything that is known about the sections now. */
interface Facts {
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

export async function showContext(
  engine: EngineServices,
  input: ContextShowInput,
): Promise<ContextShowResult> {
  const { project, request, last } = input
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const trust = await engine.trust(project)
  const prepared = await prepareRequest(engine, project, request)
  const { plan, chain } = prepared
  const deps = await makeReadDeps(engine, project, plan, { task: request.task })
  const readings = await readSources(plan, deps)
  const digest = chain[0]?.digest ?? ''
  const who = { agent: request.agent, role: request.role }
  const occasion = makeInjectionMetadata(
    engine,
    project,
    { manifest: plan.manifest, manifest_digest: digest },
    who,
  )
  const tried = await tryCompile(() => compilePacket(engine, project, prepared, occasion))
  const compiled = tried instanceof Refusal ? null : tried
  const clean = compiled?.clean ?? makeTextRedactor(plan.redact)
  const refusal = tried instanceof Refusal ? clean(tried.message) : null
  const facts: Facts = {
    manifest,
    plan,
    readings: new Map(readings.map((reading) => [reading.section, reading])),
    chosen: compiled?.readings ?? [],
    packet: compiled?.packet ?? null,
    matches: (pattern, path) => deps.reader.matches(pattern, path),
    sent: input.told,
    refused: explainUntrusted(trust) ?? refusal,
  }
  return {
    project: input.ledger,
    manifest: {
      name: plan.manifest,
      digest,
      changed: last === null ? null : last.body.manifest_digest !== digest,
      checksum: trust.digest,
      trust: trust.state,
      trusted_at: 'since' in trust ? trust.since : null,
      generated_at: manifest.generated_at ?? null,
      source_commit: manifest.source_commit === undefined ? null : String(manifest.source_commit),
    },
    refused: facts.refused,
    level: plan.level.name,
    measure: plan.measure,
    budget: plan.level.budget,
    total: compiled?.receipt.total ?? 0,
    last: last === null ? null : makeInjectionLabel(last.stored, last.body),
    delivery: input.delivery,
    tiers: redactNames(listTiers(facts), clean),
    mcp_tools: await input.toolCost(manifest.scheme),
    trail: input.trail,
  }
}

/** A name can be a secret too. */
function redactNames(
  tiers: ContextShowResult['tiers'],
  clean: (text: string) => string,
): ContextShowResult['tiers'] {
  const source = (entry: Source): Source => ({
    ...entry,
    uri: clean(entry.uri),
    detail: entry.detail === null ? null : clean(entry.detail),
  })
  return tiers.map((tier) => ({
    ...tier,
    refresh: tier.refresh.map(clean),
    sections: tier.sections.map((section) => ({
      ...section,
      why: section.why === null ? null : clean(section.why),
      address: section.address === null ? null : clean(section.address),
      sources: section.sources.map(source),
    })),
  }))
}

/** Returns a refusal. The sections of a refused packet are shown too, because the user then needs them most. */
async function tryCompile<T>(make: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function listTiers(facts: Facts): ContextShowResult['tiers'] {
  const byTier = new Map<string, ContextSection[]>()
  for (const [id, rule] of Object.entries(facts.manifest.sections)) {
    const tier = rule.tier ?? untieredName
    byTier.set(tier, [...(byTier.get(tier) ?? []), describeSection(facts, id)])
  }
  return [...byTier].map(([tier, sections]) => {
    const rule = Object.hasOwn(facts.plan.tiers, tier) ? facts.plan.tiers[tier] : undefined
    return {
      tier,
      budget: rule?.budget ?? null,
      actual: sections.reduce((sum, section) => sum + (section.size ?? 0), 0),
      delivery: rule?.delivery ?? 'push',
      refresh: (rule?.refresh ?? []).map(describeTrigger),
      staleness_days: rule?.staleness_days ?? null,
      sections,
    }
  })
}

function describeTrigger(trigger: TriggerRule): string {
  if ('on_change' in trigger)
    return trigger.on_change === '*' ? 'when it changes' : `when ${trigger.on_change} changes`
  if ('every_turns' in trigger) return `every ${trigger.every_turns} turns`
  if ('every' in trigger) return `every ${trigger.every}`
  if ('on_tool_call' in trigger) return `after a call of ${trigger.on_tool_call}`
  return assertNever(trigger)
}

/** The owner of a source. State of a session leaves no trace in the project. */
function getBoundary(uri: string, { catalog }: Plan): Boundary {
  if (!hasScheme(uri, catalog)) return uri.startsWith('file:@') ? 'system' : 'project'
  const address = parseAddress(uri, catalog)
  if (address.kind === 'plugin') return 'system'
  const state = address.kind === 'state' ? catalog.states[address.entity] : undefined
  return state !== undefined && 'session' in state ? 'session' : 'project'
}

/** The address of a section whose only source is an address, else null. */
function getOnlyAddress(uris: readonly string[], { catalog }: Plan): string | null {
  return uris.length === 1 && hasScheme(uris[0]!, catalog) ? uris[0]! : null
}

function describeSection(facts: Facts, id: string): ContextSection {
  const planned = facts.plan.sections.find((section) => section.id === id)
  if (planned === undefined) return describeInactive(facts, id)
  const inPacket = filterSection(facts.packet?.sections, id)
  const out = facts.packet?.leftOut.find((section) => section.id === id)
  const sources = planned.each === null ? listSources(facts, planned) : listDocuments(facts, planned)
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
  sources: readonly Source[],
): SourceState {
  if (reason === 'over-budget') return 'over budget'
  if (reason === 'aged') return 'inactive'
  if (reason === 'unsafe' || sources.some((source) => source.state === 'unavailable')) return 'unavailable'
  // The source was found, but the packet was refused for another reason.
  return reason === undefined && sources.some((source) => source.digest !== null) ? 'ready' : 'absent'
}

/** The sources of a section share its state, but each may have changed by itself. */
function getSourceState(source: Source, section: SourceState): SourceState {
  if (section !== 'stale' && section !== 'injected') return section
  if (source.sent === null) return 'ready'
  return source.sent === source.digest ? 'injected' : 'stale'
}

function getSentState(facts: Facts, id: string, sources: readonly Source[]): SourceState {
  const sent = filterSection(facts.sent, id).flatMap((section) => section.sources)
  if (sent.length === 0) return 'ready'
  const now = sources.filter((source) => source.digest !== null)
  const same =
    now.length === sent.length && now.every((source) => sent.some((other) => other.digest === source.digest))
  return same ? 'injected' : 'stale'
}

/** The section itself, or its documents if it has one section per document. */
function filterSection<T extends { readonly id: string }>(
  all: readonly T[] | null | undefined,
  id: string,
): T[] {
  return (all ?? []).filter((section) => section.id === id || section.id.startsWith(`${id}/`))
}

/** Lists each declared source in order, with its chosen documents, or why it has none. */
function listDocuments(facts: Facts, planned: PlannedSection): Source[] {
  const readings = facts.chosen.filter((reading) => (reading.of ?? reading.section) === planned.id)
  const sent = filterSection(facts.sent, planned.id).flatMap((section) => section.sources)
  const left = new Set(readings.flatMap((reading) => reading.found))
  const tried = readings.flatMap((reading) => reading.tried)
  return planned.sources.flatMap((source): Source[] => {
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

/** Lists each declared source in order, with its content, or why it was not read. */
function listSources(facts: Facts, planned: PlannedSection): Source[] {
  const reading = facts.readings.get(planned.id)
  const sent = facts.sent?.find((section) => section.id === planned.id)
  return planned.sources.flatMap((source, i): Source[] => {
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

/** Explains why a source gave nothing. */
function explainMissing(
  { matches }: Facts,
  source: PlannedSource,
  { tried }: Pick<SectionReading, 'tried'>,
): Pick<Source, 'state' | 'detail'> {
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

function describeInactive({ plan }: Facts, id: string): ContextSection {
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
