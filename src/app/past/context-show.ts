// The manifest as it is declared, beside what became of it: what was sent, what would be, what is not there, and why.
import type { Account } from '../../core/ledger/index.ts'
import type { Manifest } from '../../core/manifest/index.ts'
import type { LeftOut, Packet, Reading } from '../../core/packet/index.ts'
import { type Plan, type PlannedSection, type Request, uriOf } from '../../core/plan/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { LogRow, Project, SourceReader, Workshop } from '../../ports/index.ts'
import { cleaner } from '../clean.ts'
import { compile, prepare, readTools } from '../compile.ts'
import { newOccasion } from '../occasion.ts'
import { readSources } from '../read.ts'
import type { ContextSection, ContextShowAnswer, SourceState } from './answers.ts'
import { noTier } from './context.ts'
import { labelOf, type PastInjection } from './find.ts'

export interface ContextShowOrder {
  readonly project: Project
  readonly request: Request
  readonly ledger: string
  readonly last: PastInjection | null
  readonly trail: readonly LogRow[]
}

type Source = ContextSection['sources'][number]

/** All that is known about the sections at this moment. */
interface Facts {
  readonly manifest: Manifest
  readonly plan: Plan
  readonly readings: ReadonlyMap<string, Reading>
  /** Null when nothing would be sent. */
  readonly packet: Packet | null
  readonly matches: SourceReader['matches']
  readonly sent: Account | null
}

export async function contextShow(shop: Workshop, order: ContextShowOrder): Promise<ContextShowAnswer> {
  const { project, request, last } = order
  const { manifest } = await shop.loadManifest(project.manifestFile)
  const prepared = await prepare(shop, project, request)
  const { plan, chain } = prepared
  const tools = await readTools(shop, project, plan)
  const readings = await readSources(plan, tools)
  const digest = chain[0]?.digest ?? ''
  const who = { agent: request.agent, role: request.role }
  const occasion = newOccasion(shop, project, { manifest: plan.manifest, manifest_digest: digest }, who)
  const compiled = await orRefused(() => compile(shop, project, prepared, occasion))
  const facts: Facts = {
    manifest,
    plan,
    readings: new Map(readings.map((one) => [one.section, one])),
    packet: compiled?.packet ?? null,
    matches: (pattern, path) => tools.reader.matches(pattern, path),
    sent: last?.account ?? null,
  }
  return {
    project: order.ledger,
    manifest: {
      name: plan.manifest,
      digest,
      changed: last === null ? null : last.body.manifest_digest !== digest,
    },
    level: plan.level.name,
    measure: plan.measure,
    budget: plan.level.budget,
    total: compiled?.receipt.total ?? 0,
    last: last === null ? null : labelOf(last.stored, last.body),
    tiers: namesRedacted(tiersOf(facts), compiled?.clean ?? cleaner(plan.redact)),
    trail: order.trail,
  }
}

/** A name can be a secret too. */
function namesRedacted(
  tiers: ContextShowAnswer['tiers'],
  clean: (text: string) => string,
): ContextShowAnswer['tiers'] {
  const source = (one: Source): Source => ({
    ...one,
    uri: clean(one.uri),
    detail: one.detail === null ? null : clean(one.detail),
  })
  return tiers.map((tier) => ({
    ...tier,
    sections: tier.sections.map((section) => ({ ...section, sources: section.sources.map(source) })),
  }))
}

/** A packet that is refused has sections all the same, and it is just then that one wants to see them. */
async function orRefused<T>(make: () => Promise<T>): Promise<T | null> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function tiersOf(facts: Facts): ContextShowAnswer['tiers'] {
  const byTier = new Map<string, ContextSection[]>()
  for (const [id, rule] of Object.entries(facts.manifest.sections)) {
    const tier = rule.tier ?? noTier
    byTier.set(tier, [...(byTier.get(tier) ?? []), sectionOf(facts, id)])
  }
  return [...byTier].map(([tier, sections]) => ({
    tier,
    budget: Object.hasOwn(facts.plan.tiers, tier) ? (facts.plan.tiers[tier]?.budget ?? null) : null,
    actual: sections.reduce((sum, one) => sum + (one.size ?? 0), 0),
    sections,
  }))
}

function sectionOf(facts: Facts, id: string): ContextSection {
  const planned = facts.plan.sections.find((one) => one.id === id)
  if (planned === undefined) return inactive(facts, id)
  const inPacket = facts.packet?.sections.find((one) => one.id === id)
  const out = facts.packet?.leftOut.find((one) => one.id === id)
  const sources = sourcesOf(facts, planned)
  const state = inPacket === undefined ? outState(out?.reason, sources) : sentState(facts, id, sources)
  const settled = sources.map((one) =>
    one.digest === null ? one : { ...one, state: sourceState(one, state) },
  )
  return {
    section: id,
    state,
    size: inPacket?.size ?? null,
    cap: planned.cap,
    why: out?.why ?? null,
    sources: settled,
  }
}

function outState(reason: LeftOut['reason'] | undefined, sources: readonly Source[]): SourceState {
  if (reason === 'over-budget') return 'over budget'
  if (reason === 'aged') return 'inactive'
  if (reason === 'unsafe' || sources.some((one) => one.state === 'unavailable')) return 'unavailable'
  // Found, and the packet refused for another reason: it would be sent.
  return reason === undefined && sources.some((one) => one.digest !== null) ? 'ready' : 'absent'
}

/** Several sources of a section share its fate, but each of them may have changed by itself. */
function sourceState(source: Source, section: SourceState): SourceState {
  if (section !== 'stale' && section !== 'injected') return section
  if (source.sent === null) return 'ready'
  return source.sent === source.digest ? 'injected' : 'stale'
}

function sentState(facts: Facts, id: string, sources: readonly Source[]): SourceState {
  const sent = facts.sent?.sections.find((one) => one.id === id)
  if (sent === undefined) return 'ready'
  const now = sources.filter((one) => one.digest !== null)
  const same =
    now.length === sent.sources.length &&
    now.every((one) => sent.sources.some((other) => other.digest === one.digest))
  return same ? 'injected' : 'stale'
}

/** Each declared source in order: what stood there, or why nobody looked. */
function sourcesOf(facts: Facts, planned: PlannedSection): Source[] {
  const reading = facts.readings.get(planned.id)
  const sent = facts.sent?.sections.find((one) => one.id === planned.id)
  return planned.sources.flatMap((source, i): Source[] => {
    const uri = uriOf(source)
    if (reading === undefined || (reading.source !== null && i > reading.source)) {
      return [
        { uri, state: 'inactive', detail: 'not needed: one before it was found', digest: null, sent: null },
      ]
    }
    if (i === reading.source) {
      return reading.found.map((one) => ({
        uri: one.uri,
        state: 'ready',
        detail: null,
        digest: one.digest,
        sent: sent?.sources.find((other) => other.path === one.path)?.digest ?? null,
      }))
    }
    const tried = reading.tried.find(
      (one) => one.uri === uri || (one.state !== 'absent' && facts.matches(source.pattern, one.path)),
    )
    const unavailable = tried?.state === 'unavailable'
    return [
      {
        uri,
        state: unavailable ? 'unavailable' : 'absent',
        detail: tried === undefined || tried.state === 'found' ? null : tried.detail,
        digest: null,
        sent: null,
      },
    ]
  })
}

function inactive({ manifest, plan }: Facts, id: string): ContextSection {
  const rule = manifest.sections[id]!
  const why = plan.skipped.find((one) => one.id === id)?.why ?? null
  return {
    section: id,
    state: 'inactive',
    size: null,
    cap: null,
    why,
    sources: rule.sources.map((source) => ({
      uri: typeof source === 'string' ? source : source.uri,
      state: 'inactive',
      detail: null,
      digest: null,
      sent: null,
    })),
  }
}
