import type { TriggerRule } from '../../../core/manifest/index.ts'
import {
  formatAddress,
  formatSourceUri,
  onDemandReason,
  type Plan,
  type PlannedSection,
  parseAddress,
  type Request,
} from '../../../core/plan/index.ts'
import type { RefreshSection, RefreshTier, SessionCount } from '../../../core/session/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'
import { type PreparedRequest, prepareRequest } from '../../engine/index.ts'

/** A manifest as refreshing sees it: tiers that have triggers, and what is in them. */
export interface RefreshPlan {
  readonly request: Request
  readonly prepared: PreparedRequest
  readonly tiers: readonly RefreshTier[]
  readonly sections: readonly RefreshSection[]
  readonly planned: readonly PlannedSection[]
}

/** Whether it is one of the documents of a section. */
export const isDocumentOfSection = (document: string, section: string) => document.startsWith(`${section}/`)

/** The sections with a document each. */
export function listDocumentSections({ planned }: Pick<RefreshPlan, 'planned'>): string[] {
  return planned.flatMap(({ id, each }) => (each === null ? [] : [id]))
}

/** In place of each section with a document each, those of its documents that are named. */
export function expandSections(plan: RefreshPlan, named: readonly string[]): readonly RefreshSection[] {
  const spread = listDocumentSections(plan)
  if (spread.length === 0) return plan.sections
  return plan.sections.flatMap((one) => {
    if (!spread.includes(one.id)) return [one]
    const documents = new Set(named.filter((id) => isDocumentOfSection(id, one.id)))
    return [...documents].map((id) => ({ ...one, id, of: one.id }))
  })
}

/** What a session was told of, and what waits for it. */
export function listKnownSections(session: SessionCount | null): string[] {
  return [...(session?.told ?? []), ...(session?.waiting ?? [])].map(({ section }) => section)
}

export async function planRefresh(
  engine: EngineServices,
  project: Project,
  request: Request,
): Promise<RefreshPlan> {
  const prepared = await prepareRequest(engine, project, request)
  const { plan } = prepared
  const tiers = Object.entries(plan.tiers)
    .filter(([, tier]) => tier.refresh.length > 0)
    .map(([id, tier]) => ({ id, triggers: tier.refresh.map((rule) => normal(rule, plan)) }))
  const wanted = (one: PlannedSection) => tiers.some(({ id }) => id === one.tier)
  const all = [...plan.sections, ...(await pulled(engine, project, request, prepared))].filter(wanted)
  const order = [...plan.sections, ...plan.skipped].map((one) => one.id)
  const planned = all.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  const own = planned.map(({ id, tier, sources }) => ({ id, tier, uris: sources.map(formatSourceUri) }))
  const seen = tiers.flatMap((tier) => watched(tier, own))
  return {
    request,
    prepared,
    tiers,
    sections: [...own, ...seen.map((uri) => ({ id: watchId(uri), tier: null, uris: [uri] }))],
    planned: [...planned, ...seen.map((uri) => watch(uri, plan))],
  }
}

/** Sections that are read on demand are in no packet, but a trigger may bring them. */
async function pulled(
  engine: EngineServices,
  project: Project,
  request: Request,
  { plan }: PreparedRequest,
): Promise<readonly PlannedSection[]> {
  const only = plan.skipped.filter((one) => one.why === onDemandReason).map((one) => one.id)
  if (only.length === 0) return []
  return (await prepareRequest(engine, project, { ...request, only })).plan.sections
}

/** An address in the one way in which sources have it. */
function normal(rule: TriggerRule, { catalog }: Plan): TriggerRule {
  if (!('on_change' in rule) || rule.on_change === '*') return rule
  return { on_change: formatAddress(catalog.scheme, parseAddress(rule.on_change, catalog)) }
}

/** Addresses that triggers name and no section of their tier has. */
function watched({ id, triggers }: RefreshTier, sections: readonly RefreshSection[]): string[] {
  const uris = triggers.flatMap((rule) =>
    'on_change' in rule && rule.on_change !== '*' ? [rule.on_change] : [],
  )
  return uris.filter((uri) => !sections.some((one) => one.tier === id && one.uris.includes(uri)))
}

/** No section has a space in its name. */
const watchMark = 'on_change '
const watchId = (uri: string) => watchMark + uri

/** Whether it was only looked at, and never sent. */
export const isWatchedAddress = (section: string) => section.startsWith(watchMark)

function watch(uri: string, { catalog }: Plan): PlannedSection {
  const pattern = uri.slice(`${catalog.scheme}://`.length)
  const address = parseAddress(uri, catalog)
  const allow = { external: false, sensitive: false }
  const source = {
    pattern,
    scheme: catalog.scheme,
    select: 'first',
    shape: 'raw',
    stub: null,
    address,
    allow,
  }
  return {
    id: watchId(uri),
    heading: uri,
    about: null,
    tier: null,
    delivery: 'push',
    authority: 'fact',
    sources: [source as PlannedSection['sources'][number]],
    missing: 'skip',
    cap: null,
    overCap: 'cut',
    protected: false,
    decay: null,
    stalenessDays: null,
    each: null,
    labels: {},
    facts: null,
  }
}

export interface WantedSections {
  /** Of sections, or of documents; a section with a document each stands for all that are chosen. */
  readonly ids: readonly string[]
  /** Of the channel; null where it is only to be seen what there is. */
  readonly room: Plan['channelLimit']
  /** Those that yield after all others, whatever the manifest says. */
  readonly last?: readonly string[]
  /** Whether all of them are cut rather than left out. */
  readonly cut?: boolean
}

/** A plan of some of the sections, with what they hold. `choice`: what documents are chosen among, where there are such. */
export function planSections(
  engine: EngineServices,
  { prepared, planned, choice }: RefreshPlan & { readonly choice: readonly PlannedSection[] },
  { ids, room, last = [], cut = false }: WantedSections,
): PreparedRequest {
  const narrow = (sections: readonly PlannedSection[]) =>
    ids
      .flatMap((id) => sections.filter((one) => one.id === id || isDocumentOfSection(one.id, id)))
      .map((one) => ({
        ...one,
        delivery: 'push' as const,
        missing: 'skip' as const,
        heading: `${one.heading} (updated)`,
      }))
  const precedence = prepared.plan.precedence.filter(({ section }) => !cut && !last.includes(section))
  const few: Plan = { ...prepared.plan, precedence, channelLimit: room, skipped: [], diagnostics: [] }
  const { chain, task } = prepared
  const isSpread = listDocumentSections({ planned }).some((one) =>
    ids.some((id) => id === one || isDocumentOfSection(id, one)),
  )
  const plan = { ...few, sections: isSpread ? choice : narrow(planned) }
  const key = engine.hash(JSON.stringify(isSpread ? [plan, ids] : plan))
  return { plan, chain, task, key, ...(isSpread && { narrow }) }
}
