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
import type {
  RefreshSection,
  RefreshTier,
  SentSection,
  SessionCount,
  SessionEvent,
} from '../../../core/session/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'
import { type PreparedRequest, prepareRequest } from '../../engine/index.ts'

/** The sections that may be sent to a session, and the tiers of the manifest that have refresh triggers. */
export interface RefreshPlan {
  readonly request: Request
  readonly prepared: PreparedRequest
  readonly tiers: readonly RefreshTier[]
  readonly sections: readonly RefreshSection[]
  readonly planned: readonly PlannedSection[]
}

/** Whether an id belongs to a document of the section. */
export const isDocumentOfSection = (document: string, section: string) => document.startsWith(`${section}/`)

/** Lists the sections that have one part per document. */
export function listDocumentSections({ planned }: Pick<RefreshPlan, 'planned'>): string[] {
  return planned.flatMap(({ id, each }) => (each === null ? [] : [id]))
}

/** Replaces each section that has one part per document by its named documents. */
export function expandSections(plan: RefreshPlan, named: readonly string[]): readonly RefreshSection[] {
  const spread = listDocumentSections(plan)
  if (spread.length === 0) return plan.sections
  return plan.sections.flatMap((section) => {
    if (!spread.includes(section.id)) return [section]
    const documents = new Set(named.filter((id) => isDocumentOfSection(id, section.id)))
    return [...documents].map((id) => ({ ...section, id, of: section.id }))
  })
}

/** Lists the sections that a session was sent or that wait for it. */
export function listKnownSections(session: SessionCount | null): string[] {
  return [...(session?.sent ?? []), ...(session?.waiting ?? [])].map(({ section }) => section)
}

interface PlanRefreshInput {
  readonly request: Request
  readonly session: SessionCount | null
  readonly happened: SessionEvent
}

/** Plans the sections of tiers with triggers and the sections that wait. A resumed session needs all sections of its start. */
export async function planRefresh(
  engine: EngineServices,
  project: Project,
  { request, session, happened }: PlanRefreshInput,
): Promise<RefreshPlan> {
  const prepared = await prepareRequest(engine, project, request)
  const { plan } = prepared
  const tiers = Object.entries(plan.tiers)
    .filter(([, tier]) => tier.refresh.length > 0)
    .map(([id, tier]) => ({ id, triggers: tier.refresh.map((rule) => normalizeTrigger(rule, plan)) }))
  const isWaiting = (id: string) =>
    session?.waiting.some(({ section }) => section === id || isDocumentOfSection(section, id)) === true
  const isResume = happened.kind === 'resume'
  const isIncluded = ({ id, tier, delivery }: PlannedSection) =>
    isWaiting(id) || (isResume ? delivery === 'push' || holdsContent(session, id) : hasTrigger(tiers, tier))
  const skipped = await planSkippedSections(engine, project, request, {
    prepared,
    isWanted: ({ id, why }) => isWaiting(id) || (!isResume && why === onDemandReason),
  })
  const all = [...plan.sections, ...skipped].filter(isIncluded)
  const order = [...plan.sections, ...plan.skipped].map(({ id }) => id)
  const planned = all.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  const own = planned.map(({ id, tier, sources }) => ({
    id,
    tier: tier ?? '',
    uris: sources.map(formatSourceUri),
  }))
  const watched = isResume ? [] : tiers.flatMap((tier) => listWatchedAddresses(tier, own))
  return {
    request,
    prepared,
    tiers,
    sections: [...own, ...watched.map((uri) => ({ id: makeWatchId(uri), tier: null, uris: [uri] }))],
    planned: [...planned, ...watched.map((uri) => planWatch(uri, plan))],
  }
}

const hasTrigger = (tiers: readonly RefreshTier[], tier: string | null) => tiers.some(({ id }) => id === tier)

function holdsContent(session: SessionCount | null, id: string): boolean {
  const holds = ({ section, form }: SentSection) => section === id && (form === 'content' || form === 'read')
  return session?.sent.some(holds) === true
}

interface SkippedInput {
  readonly prepared: PreparedRequest
  isWanted(section: Plan['skipped'][number]): boolean
}

/** Plans sections that no packet of this request has: those that are read on demand, because a trigger may send them, and those that wait. */
async function planSkippedSections(
  engine: EngineServices,
  project: Project,
  request: Request,
  { prepared, isWanted }: SkippedInput,
): Promise<readonly PlannedSection[]> {
  const only = prepared.plan.skipped.filter(isWanted).map(({ id }) => id)
  if (only.length === 0) return []
  return (await prepareRequest(engine, project, { ...request, only })).plan.sections
}

/** Writes the address of a trigger in the form that sources use. */
function normalizeTrigger(rule: TriggerRule, { catalog }: Plan): TriggerRule {
  if (!('on_change' in rule) || rule.on_change === '*') return rule
  return { on_change: formatAddress(catalog.scheme, parseAddress(rule.on_change, catalog)) }
}

/** Lists the addresses in triggers that no section of the tier has. */
function listWatchedAddresses({ id, triggers }: RefreshTier, sections: readonly RefreshSection[]): string[] {
  const uris = triggers.flatMap((rule) =>
    'on_change' in rule && rule.on_change !== '*' ? [rule.on_change] : [],
  )
  return uris.filter((uri) => !sections.some((section) => section.tier === id && section.uris.includes(uri)))
}

/** Unique, because the name of a section cannot contain a space. */
const watchPrefix = 'on_change '
const makeWatchId = (uri: string) => watchPrefix + uri

/** Whether a row is an address that is only watched for changes and never sent. */
export const isWatchedAddress = (section: string) => section.startsWith(watchPrefix)

function planWatch(uri: string, { catalog }: Plan): PlannedSection {
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
    id: makeWatchId(uri),
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

export interface PlanSectionsInput {
  /** Ids of sections or documents. A section that has one part per document stands for all its selected documents. */
  readonly ids: readonly string[]
  /** The channel limit; null to look at the content without sending it. */
  readonly channelLimit: Plan['channelLimit']
  /** Sections that give way after all others, whatever the manifest says. */
  readonly last?: readonly string[]
  /** Whether to cut sections instead of leaving them out. */
  readonly cut?: boolean
}

/** Plans some of the sections. `choice`: the sections among which documents are selected, if there are any. */
export function planSections(
  engine: EngineServices,
  { prepared, planned, choice }: RefreshPlan & { readonly choice: readonly PlannedSection[] },
  { ids, channelLimit, last = [], cut = false }: PlanSectionsInput,
): PreparedRequest {
  const narrow = (sections: readonly PlannedSection[]) =>
    ids
      .flatMap((id) => sections.filter((section) => section.id === id || isDocumentOfSection(section.id, id)))
      .map((section) => ({
        ...section,
        delivery: 'push' as const,
        missing: 'skip' as const,
        heading: `${section.heading} (updated)`,
      }))
  const precedence = prepared.plan.precedence.filter(({ section }) => !cut && !last.includes(section))
  const base: Plan = { ...prepared.plan, precedence, channelLimit, skipped: [], diagnostics: [] }
  const { chain, task } = prepared
  const isSpread = listDocumentSections({ planned }).some((section) =>
    ids.some((id) => id === section || isDocumentOfSection(id, section)),
  )
  const plan = { ...base, sections: isSpread ? choice : narrow(planned) }
  const key = engine.hash(JSON.stringify(isSpread ? [plan, ids] : plan))
  return { plan, chain, task, key, ...(isSpread && { narrow }) }
}
