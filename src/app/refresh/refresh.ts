import type { Plan, Request } from '../../core/plan/index.ts'
import {
  coolingMs,
  decide,
  dueTiers,
  type Happening,
  type RefreshDecision,
  type RefreshFacts,
  type SessionCount,
} from '../../core/refresh/index.ts'
import { isoTime, reasonOf } from '../../core/values/index.ts'
import type { Project, Recorder, Sessions, Workshop } from '../../ports/index.ts'
import type { Compiled } from '../compile.ts'
import { newOccasion } from '../occasion.ts'
import { withoutSecrets } from '../ready.ts'
import { injectionParcel } from '../record/parcels.ts'
import type { RefreshAnswer } from './answer.ts'
import type { News } from './packet.ts'
import { planOf, planRefresh, type RefreshPlan } from './plan.ts'
import type { Counting } from './told.ts'

export interface RefreshTools {
  readonly shop: Workshop
  readonly recorder: Recorder
  readonly counting: Counting
}

export interface RefreshOrder {
  readonly project: Project
  readonly request: Request
  /** The agent's own. */
  readonly session: string
  readonly happened: Happening
}

/** Tells a session that has begun what has changed since it last got it, if a trigger of the manifest says so. */
export async function refresh(tools: RefreshTools, order: RefreshOrder): Promise<RefreshAnswer> {
  const { shop } = tools
  const { project, happened } = order
  const who = { agent: order.request.agent, role: order.request.role, session: order.session }
  const { session = order.session, role } = await withoutSecrets(shop, project, who)
  const now = isoTime(shop.clock.now().getTime())
  const noted = note(tools.counting, { session, agent: who.agent, now, happened })
  if (noted === null) return answeredElsewhere(session)
  const agent = who.agent ?? noted.count?.agent ?? null
  const planned = await planRefresh(shop, project, { ...order.request, agent })
  const { cooldownSeconds } = planned.prepared.plan
  const facts = { ...planned, cooldownSeconds, session: noted.count, happened, now }
  const turn: Turn = { tools, project, planned, facts, who: { agent, role, session }, noted }
  const wait = coolingMs(noted.count, cooldownSeconds, now)
  if (wait > 0) {
    const until = new Date(Date.parse(now) + wait).toISOString()
    return nothing(turn, 'cooldown', { detail: `the session is left alone until ${until}`, until })
  }
  const due = dueTiers(facts)
  const answer =
    due.length > 0
      ? await look(turn, due)
      : nothing(turn, 'no-trigger', { detail: noneFired(planned), triggers: decide(facts, []).triggers })
  return { ...answer, triggers: await triggersClean(turn, answer.triggers) }
}

/** The names in a trigger are the manifest's, and may be anything. Ordinary ones cost nothing. */
async function triggersClean(
  { tools: { shop }, project, planned }: Turn,
  triggers: RefreshAnswer['triggers'],
): Promise<RefreshAnswer['triggers']> {
  const ordinary = /^\w+( [\w*-]{1,12}| [\w-]+:\/\/[a-z/{}-]+)$/
  if (triggers.every((one) => ordinary.test(one.trigger))) return triggers
  const { redact } = planned.prepared.plan
  const { cleaner } = await import('../clean.ts')
  const clean = cleaner(redact, (await shop.outside(project, redact)).rules)
  return triggers.map((one) => ({ ...one, trigger: clean(one.trigger), why: clean(one.why) }))
}

interface Turn {
  readonly tools: RefreshTools
  readonly project: Project
  readonly planned: RefreshPlan
  readonly facts: RefreshFacts
  readonly who: { readonly agent: string | null; readonly role: string | null; readonly session: string }
  readonly noted: Noted
}

interface Noted {
  /** Null where sessions are not counted. */
  readonly count: SessionCount | null
  readonly sessions: Sessions | null
  readonly warnings: readonly string[]
}

interface Event {
  readonly session: string
  readonly agent: string | null
  readonly now: string
  readonly happened: Happening
}

/** Null where another program has counted the same prompt. */
function note({ sessions, trouble }: Counting, { session, agent, now, happened }: Event): Noted | null {
  const unknown = (reason: string): Noted => {
    const warning = `sessions are not counted (${reason}): only a tool call can bring something, and what the session has may be sent again`
    return { count: null, sessions: null, warnings: [warning] }
  }
  if (sessions === null) return unknown(trouble ?? 'nothing is kept')
  try {
    if (happened.kind === 'turn') {
      const count = sessions.turn(session, { agent, now, prompt: happened.prompt ?? null })
      return count === null ? null : { count, sessions, warnings: [] }
    }
    const count = sessions.get(session) ?? newSession(session, agent, now)
    return { count, sessions, warnings: [] }
  } catch (error) {
    return unknown(reasonOf(error))
  }
}

function newSession(session: string, agent: string | null, now: string): SessionCount {
  const none = { turns: 0, refreshedAt: null, refreshedTurn: null, told: [], waiting: [] }
  return { session, agent, startedAt: now, lastAt: now, ...none }
}

/** Reads what is due, decides, and sends. */
async function look(turn: Turn, due: readonly string[]): Promise<RefreshAnswer> {
  const { tools, project, planned, facts, who } = turn
  const { shop } = tools
  const { compile } = await import('../compile.ts')
  const { makeNews, presentIn } = await import('./packet.ts')
  const { plan, chain } = planned.prepared
  const manifest = { manifest: plan.manifest, manifest_digest: chain[0]?.digest ?? '' }
  const occasion = newOccasion(shop, project, manifest, who)
  const compiled = async (ids: readonly string[], room: Plan['room']): Promise<Compiled | null> =>
    ids.length === 0 ? null : compile(shop, project, planOf(shop, planned, { ids, room }), occasion)
  // How much the channel carries is no matter of what has changed.
  const seenIn = (wanted: (tier: string | null) => boolean) =>
    compiled(
      planned.sections.filter((one) => wanted(one.tier)).map((one) => one.id),
      null,
    )
  const there = await seenIn((tier) => tier !== null && due.includes(tier))
  // What is only looked at takes no room from what may be sent.
  const aside = facts.session === null ? null : await seenIn((tier) => tier === null)
  const present = planned.sections.flatMap(({ id, tier }) => {
    const from = tier === null ? aside : due.includes(tier) ? there : null
    return from === null ? [] : [presentIn(from, id)]
  })
  const decision = decide(facts, present)
  const seen = present.flatMap((one) => {
    const isAside = planned.sections.some(({ id, tier }) => id === one.section && tier === null)
    if (!isAside || one.state === 'unavailable') return []
    const digest = one.state === 'found' ? one.content : ''
    return [
      {
        section: one.section,
        digest,
        form: one.state === 'found' ? ('content' as const) : ('removed' as const),
      },
    ]
  })
  const wanted = decision.send.flatMap(({ section, as }) => (as === 'removed' ? [] : [section]))
  const toSend = (await compiled(wanted, plan.room)) ?? there
  const news =
    toSend === null || decision.nothing !== null
      ? null
      : await makeNews(shop, { project, planned, compiled: toSend, decision, occasion })
  return news === null ? unsent(turn, decision, seen) : send(turn, { decision, news, seen })
}

type Told = Parameters<Sessions['tell']>[1]['sections']

function unsent(turn: Turn, decision: RefreshDecision, seen: Told): RefreshAnswer {
  const { facts, noted, who, planned } = turn
  const known = (one: Told[number]) =>
    facts.session?.told.some((told) => told.section === one.section && told.digest === one.digest)
  const { triggers } = decision
  const warnings = decision.diagnostics.map((one) => `${one.section}: ${one.detail}`)
  if (!seen.every(known)) {
    try {
      const told = { agent: who.agent, now: facts.now, refresh: false, since: null, sections: seen }
      noted.sessions?.tell(who.session, told)
    } catch (error) {
      warnings.push(`what the session was told could not be kept: ${reasonOf(error)}`)
    }
  }
  if (decision.nothing === 'no-trigger')
    return nothing(turn, 'no-trigger', { detail: noneFired(planned), triggers, warnings })
  const detail = 'a trigger fired, and nothing has changed since the session got it'
  return nothing(turn, 'unchanged', { detail, triggers, warnings })
}

interface Sending {
  readonly decision: RefreshDecision
  readonly news: News
  readonly seen: Told
}

/** Of several who would send at once, the one whose word is taken does. What was acknowledged is on record. */
async function send(turn: Turn, { decision, news, seen }: Sending): Promise<RefreshAnswer> {
  const { tools, facts, noted, who } = turn
  const { text, receipt, sent } = news
  const { triggers } = decision
  const sections = sent.map(({ section, digest, as }) => {
    return { section, digest, form: as === 'removed' ? ('removed' as const) : ('content' as const) }
  })
  try {
    const since = facts.session?.refreshedAt ?? null
    const told = { agent: who.agent, now: facts.now, refresh: true, since, sections: [...sections, ...seen] }
    if (noted.sessions?.tell(who.session, told) === false) {
      const detail = 'another program told the session meanwhile'
      return nothing(turn, 'told-meanwhile', { detail, triggers })
    }
  } catch (error) {
    const detail = `what the session is told could not be kept, so it is not told: ${reasonOf(error)}`
    return nothing(turn, 'not-counted', { detail, triggers, warnings: [detail] })
  }
  const { kept, troubles } = await tools.recorder.record([injectionParcel(tools.shop, { receipt, text })])
  const said = receipt.diagnostics.filter((one) => one.severity !== 'note')
  const warnings = [
    ...noted.warnings,
    ...said.map((one) => (one.section === undefined ? one.detail : `${one.section}: ${one.detail}`)),
    ...troubles.map((one) => one.detail),
  ]
  const { injection_id, total, measure } = receipt
  const { session } = who
  const turns = facts.session?.turns ?? null
  return { session, turns, injection_id, sent, nothing: null, triggers, total, measure, kept, warnings, text }
}

function noneFired({ tiers }: RefreshPlan): string {
  return tiers.length === 0 ? 'no tier of the manifest has a refresh trigger' : 'no trigger fired'
}

interface Reason {
  readonly detail: string
  readonly until?: string
  readonly triggers?: RefreshAnswer['triggers']
  readonly warnings?: readonly string[]
}

/** An agent that has our entry twice runs both. */
function answeredElsewhere(session: string): RefreshAnswer {
  const unknown = { facts: { session: null }, noted: { warnings: [] }, who: { session } }
  return nothing(unknown, 'told-meanwhile', { detail: 'another program answers this prompt' })
}

interface Asked {
  readonly facts: Pick<RefreshFacts, 'session'>
  readonly noted: Pick<Noted, 'warnings'>
  readonly who: Pick<Turn['who'], 'session'>
}

function nothing(
  { facts, noted, who }: Asked,
  reason: NonNullable<RefreshAnswer['nothing']>['reason'],
  { detail, until = undefined, triggers = [], warnings = [] }: Reason,
): RefreshAnswer {
  return {
    session: who.session,
    turns: facts.session?.turns ?? null,
    injection_id: null,
    sent: [],
    nothing: { reason, detail, until: until ?? null },
    triggers,
    total: 0,
    measure: null,
    kept: null,
    warnings: [...noted.warnings, ...warnings],
    text: null,
  }
}
