import type { Request } from '../../../core/plan/index.ts'
import {
  decideRefresh,
  findDueTiers,
  findWaiting,
  getCooldownMs,
  type RefreshFacts,
  type SessionCount,
  type SessionEvent,
} from '../../../core/session/index.ts'
import { getErrorMessage, isoTime } from '../../../core/values/index.ts'
import type { EngineServices, Project, Recorder, SessionStore, Sessions } from '../../../ports/index.ts'
import { redactCallerInfo } from '../../engine/index.ts'
import { makeInjectionParcel } from '../../record/index.ts'
import type { UpdateResult } from './collect-updates.ts'
import type { RefreshResult } from './outputs.ts'
import { expandSections, listKnownSections, planRefresh, type RefreshPlan } from './refresh-plan.ts'
import type { UpdatePacket } from './update-packet.ts'

export interface RefreshDeps {
  readonly engine: EngineServices
  readonly recorder: Recorder
  readonly counting: SessionStore
}

export interface RefreshInput {
  readonly project: Project
  readonly request: Request
  /** The agent's own. */
  readonly session: string
  readonly happened: SessionEvent
}

/** Tells a session that has begun what has changed since it last got it, if a trigger of the manifest says so. */
export async function refreshSession(tools: RefreshDeps, order: RefreshInput): Promise<RefreshResult> {
  const { engine } = tools
  const { project, happened } = order
  const who = { agent: order.request.agent, role: order.request.role, session: order.session }
  const { session = order.session, role } = await redactCallerInfo(engine, project, who)
  const now = isoTime(engine.clock.now().getTime())
  const noted = note(tools.counting, { session, agent: who.agent, now, happened })
  if (noted === null) return answeredElsewhere(session)
  const agent = who.agent ?? noted.count?.agent ?? null
  const planned = await planRefresh(engine, project, { ...order.request, agent })
  const { cooldownSeconds } = planned.prepared.plan
  const sections = expandSections(planned, listKnownSections(noted.count))
  const facts = { ...planned, sections, cooldownSeconds, session: noted.count, happened, now }
  const turn: Turn = { tools, project, planned, facts, who: { agent, role, session }, noted }
  const isWaiting = findWaiting(facts).length > 0
  const isCooling = getCooldownMs(noted.count, cooldownSeconds, now) > 0
  if (isCooling && !isWaiting) return leftAlone(turn)
  const due = isCooling ? [] : findDueTiers(facts)
  const answer =
    due.length > 0 || isWaiting
      ? await tellNews(turn, due)
      : nothing(turn, 'no-trigger', {
          detail: noneFired(planned),
          triggers: decideRefresh(facts, []).triggers,
        })
  return { ...answer, triggers: await triggersClean(turn, answer.triggers) }
}

/** The names in a trigger are the manifest's, and may be anything. Ordinary ones cost nothing. */
async function triggersClean(
  { tools: { engine }, project, planned }: Turn,
  triggers: RefreshResult['triggers'],
): Promise<RefreshResult['triggers']> {
  const ordinary = /^\w+( [\w*-]{1,12}| [\w-]+:\/\/[a-z/{}-]+)$/
  if (triggers.every((one) => ordinary.test(one.trigger))) return triggers
  const { redact } = planned.prepared.plan
  const { makeTextRedactor } = await import('../../redaction/redact-text.ts')
  const clean = makeTextRedactor(redact, (await engine.projectRedactionRules(project, redact)).rules)
  return triggers.map((one) => ({ ...one, trigger: clean(one.trigger), why: clean(one.why) }))
}

interface Turn {
  readonly tools: RefreshDeps
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
  readonly happened: SessionEvent
}

/** Null where another program has counted the same prompt. */
function note({ sessions, trouble }: SessionStore, { session, agent, now, happened }: Event): Noted | null {
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
    return unknown(getErrorMessage(error))
  }
}

function newSession(session: string, agent: string | null, now: string): SessionCount {
  const none = { turns: 0, refreshedAt: null, refreshedTurn: null, told: [], waiting: [] }
  return { session, agent, startedAt: now, lastAt: now, ...none }
}

async function tellNews(turn: Turn, due: readonly string[]): Promise<RefreshResult> {
  const { collectUpdates } = await import('./collect-updates.ts')
  const { news, ...looked } = await collectUpdates({ ...turn, engine: turn.tools.engine }, due)
  return news === null ? unsent(turn, looked) : send(turn, { ...looked, news })
}

function unsent(turn: Turn, { decision, seen, waiting }: Omit<UpdateResult, 'news'>): RefreshResult {
  const { facts, noted, who, planned } = turn
  const known = (one: UpdateResult['seen'][number]) =>
    facts.session?.told.some((told) => told.section === one.section && told.digest === one.digest)
  const { triggers } = decision
  const warnings = decision.diagnostics.map((one) => `${one.section}: ${one.detail}`)
  const before = facts.session?.waiting ?? []
  const isAsBefore =
    before.length === waiting.length && before.every(({ section }) => waiting.includes(section))
  if (!isAsBefore || !seen.every(known)) {
    try {
      const since = facts.session?.refreshedAt ?? null
      const told = { agent: who.agent, now: facts.now, refresh: false, since, sections: seen, waiting }
      noted.sessions?.tell(who.session, told)
    } catch (error) {
      warnings.push(`what the session was told could not be kept: ${getErrorMessage(error)}`)
    }
  }
  const more = { triggers, warnings, waiting }
  if (decision.nothing === 'cooldown') return leftAlone(turn, more)
  if (decision.nothing === 'no-trigger')
    return nothing(turn, 'no-trigger', { detail: noneFired(planned), ...more })
  const detail = 'a trigger fired, and nothing has changed since the session got it'
  return nothing(turn, 'unchanged', { detail, ...more })
}

/** Of several who would send at once, the one whose word is taken does. What was acknowledged is on record. */
async function send(
  turn: Turn,
  looked: UpdateResult & { readonly news: UpdatePacket },
): Promise<RefreshResult> {
  const { tools, facts, noted, who } = turn
  const { decision, news, seen, waiting } = looked
  const { text, receipt, sent } = news
  const { triggers } = decision
  const sections = sent.map(({ section, digest, as }) => {
    return { section, digest, form: as === 'removed' ? ('removed' as const) : ('content' as const) }
  })
  try {
    const since = facts.session?.refreshedAt ?? null
    const told = { agent: who.agent, now: facts.now, refresh: true, since, waiting }
    if (noted.sessions?.tell(who.session, { ...told, sections: [...sections, ...seen] }) === false) {
      const detail = 'another program told the session meanwhile'
      return nothing(turn, 'told-meanwhile', { detail, triggers })
    }
  } catch (error) {
    const detail = `what the session is told could not be kept, so it is not told: ${getErrorMessage(error)}`
    return nothing(turn, 'not-counted', { detail, triggers, warnings: [detail] })
  }
  const { kept, troubles } = await tools.recorder.record([
    makeInjectionParcel(tools.engine, { receipt, text }),
  ])
  const said = receipt.diagnostics.filter((one) => one.severity !== 'note')
  const warnings = [
    ...noted.warnings,
    ...said.map((one) => (one.section === undefined ? one.detail : `${one.section}: ${one.detail}`)),
    ...troubles.map((one) => one.detail),
  ]
  const { injection_id, total, measure } = receipt
  const { session } = who
  const turns = facts.session?.turns ?? null
  return {
    ...{ session, turns, injection_id, sent, waiting, nothing: null },
    ...{ triggers, total, measure, kept, warnings, text },
  }
}

function leftAlone(turn: Turn, more: Partial<Reason> = {}): RefreshResult {
  const { facts } = turn
  const wait = getCooldownMs(facts.session, facts.cooldownSeconds, facts.now)
  const until = new Date(Date.parse(facts.now) + wait).toISOString()
  return nothing(turn, 'cooldown', { detail: `the session is left alone until ${until}`, until, ...more })
}

function noneFired({ tiers }: RefreshPlan): string {
  return tiers.length === 0 ? 'no tier of the manifest has a refresh trigger' : 'no trigger fired'
}

interface Reason {
  readonly detail: string
  readonly until?: string
  readonly triggers?: RefreshResult['triggers']
  readonly warnings?: readonly string[]
  readonly waiting?: readonly string[]
}

/** An agent that has our entry twice runs both. */
function answeredElsewhere(session: string): RefreshResult {
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
  reason: NonNullable<RefreshResult['nothing']>['reason'],
  { detail, until = undefined, triggers = [], warnings = [], waiting }: Reason,
): RefreshResult {
  return {
    session: who.session,
    turns: facts.session?.turns ?? null,
    injection_id: null,
    sent: [],
    waiting: waiting ?? facts.session?.waiting.map((one) => one.section) ?? [],
    nothing: { reason, detail, until: until ?? null },
    triggers,
    total: 0,
    measure: null,
    kept: null,
    warnings: [...noted.warnings, ...warnings],
    text: null,
  }
}
