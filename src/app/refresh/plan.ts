import { addressText, parseAddress } from '../../core/address/index.ts'
import type { TriggerRule } from '../../core/manifest/index.ts'
import { onDemand, type Plan, type PlannedSection, type Request, uriOf } from '../../core/plan/index.ts'
import type { RefreshSection, RefreshTier } from '../../core/refresh/index.ts'
import type { Project, Workshop } from '../../ports/index.ts'
import { type Prepared, prepare } from '../prepare.ts'

/** A manifest as refreshing sees it: tiers that have triggers, and what is in them. */
export interface RefreshPlan {
  readonly prepared: Prepared
  readonly tiers: readonly RefreshTier[]
  readonly sections: readonly RefreshSection[]
  readonly planned: readonly PlannedSection[]
}

export async function planRefresh(shop: Workshop, project: Project, request: Request): Promise<RefreshPlan> {
  const prepared = await prepare(shop, project, request)
  const { plan } = prepared
  const tiers = Object.entries(plan.tiers)
    .filter(([, tier]) => tier.refresh.length > 0)
    .map(([id, tier]) => ({ id, triggers: tier.refresh.map((rule) => normal(rule, plan)) }))
  const wanted = (one: PlannedSection) => tiers.some(({ id }) => id === one.tier)
  const all = [...plan.sections, ...(await pulled(shop, project, request, prepared))].filter(wanted)
  const order = [...plan.sections, ...plan.skipped].map((one) => one.id)
  const planned = all.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  const own = planned.map(({ id, tier, sources }) => ({ id, tier, uris: sources.map(uriOf) }))
  const seen = tiers.flatMap((tier) => watched(tier, own))
  return {
    prepared,
    tiers,
    sections: [...own, ...seen.map((uri) => ({ id: watchId(uri), tier: null, uris: [uri] }))],
    planned: [...planned, ...seen.map((uri) => watch(uri, plan))],
  }
}

/** Sections that are read on demand are in no packet, but a trigger may bring them. */
async function pulled(
  shop: Workshop,
  project: Project,
  request: Request,
  { plan }: Prepared,
): Promise<readonly PlannedSection[]> {
  const only = plan.skipped.filter((one) => one.why === onDemand).map((one) => one.id)
  if (only.length === 0) return []
  return (await prepare(shop, project, { ...request, only })).plan.sections
}

/** An address in the one way in which sources have it. */
function normal(rule: TriggerRule, { catalog }: Plan): TriggerRule {
  if (!('on_change' in rule) || rule.on_change === '*') return rule
  return { on_change: addressText(catalog.scheme, parseAddress(rule.on_change, catalog)) }
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
export const isWatch = (section: string) => section.startsWith(watchMark)

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

export interface Wanted {
  readonly ids: readonly string[]
  /** Of the channel; null where it is only to be seen what there is. */
  readonly room: Plan['room']
  /** Those that yield after all others, whatever the manifest says. */
  readonly last?: readonly string[]
  /** Whether all of them are cut rather than left out. */
  readonly cut?: boolean
}

/** A plan of some of the sections, with what they hold. */
export function planOf(
  shop: Workshop,
  { prepared, planned }: RefreshPlan,
  { ids, room, last = [], cut = false }: Wanted,
): Prepared {
  const sections = ids
    .flatMap((id) => planned.find((one) => one.id === id) ?? [])
    .map((one) => ({
      ...one,
      delivery: 'push' as const,
      missing: 'skip' as const,
      heading: `${one.heading} (updated)`,
    }))
  const precedence = prepared.plan.precedence.filter(({ section }) => !cut && !last.includes(section))
  const plan: Plan = { ...prepared.plan, sections, precedence, room, skipped: [], diagnostics: [] }
  const { chain, task } = prepared
  return { plan, chain, task, key: shop.hash(JSON.stringify(plan)) }
}
