import type { Request } from '../../../core/plan/index.ts'
import {
  decideRefresh,
  findDueTiers,
  findWaitingSections,
  getCooldownMs,
  type RefreshFacts,
  type SessionCount,
  type SessionEvent,
} from '../../../core/session/index.ts'
import { formatIsoTime, getErrorMessage } from '../../../core/values/index.ts'
import type { EngineServices, Project, Recorder, SessionStore, Sessions } from '../../../ports/index.ts'
import { redactCallerInfo } from '../../engine/index.ts'
import { makeInjectionParcel } from '../../record/index.ts'
import type { UpdateResult } from './collect-updates.ts'
import type { RefreshResult } from './refresh-output.ts'
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
  /** The agent's own session id. */
  readonly session: string
  readonly happened: SessionEvent
}

/** Sends a session the sections that changed since they were sent, if a trigger of the manifest fires or the session was resumed. */
export async function refreshSession(deps: RefreshDeps, input: RefreshInput): Promise<RefreshResult> {
  const { engine } = deps
  const { project, happened } = input
  const who = { agent: input.request.agent, role: input.request.role, session: input.session }
  const { session = input.session, role } = await redactCallerInfo(engine, project, who)
  const now = formatIsoTime(engine.clock.now().getTime())
  const counted = countEvent(deps.counting, { session, agent: who.agent, now, happened })
  if (counted === null) return makeAnsweredElsewhere(session)
  const agent = who.agent ?? counted.count?.agent ?? null
  const request = { ...input.request, agent }
  const planned = await planRefresh(engine, project, { request, session: counted.count, happened })
  const { cooldownSeconds } = planned.prepared.plan
  const sections = expandSections(planned, listKnownSections(counted.count))
  const facts = { ...planned, sections, cooldownSeconds, session: counted.count, happened, now }
  const turn: Turn = { deps, project, planned, facts, who: { agent, role, session }, counted }
  const isWaiting = findWaitingSections(facts).length > 0
  const isCooling = getCooldownMs(facts) > 0
  if (isCooling && !isWaiting) return makeCooldownResult(turn)
  const due = isCooling ? [] : findDueTiers(facts)
  const result =
    due.length > 0 || isWaiting
      ? await sendUpdates(turn, due)
      : makeEmptyResult(turn, 'no-trigger', {
          detail: explainNoTrigger(planned),
          triggers: decideRefresh(facts, []).triggers,
        })
  return { ...result, triggers: await redactTriggers(turn, result.triggers) }
}

/** Redacts triggers, because the manifest may put any text into their names. Skips ordinary names to save time. */
async function redactTriggers(
  { deps: { engine }, project, planned }: Turn,
  triggers: RefreshResult['triggers'],
): Promise<RefreshResult['triggers']> {
  const ordinary = /^\w+( [\w*-]{1,12}| [\w-]+:\/\/[a-z/{}-]+)$/
  if (triggers.every(({ trigger }) => ordinary.test(trigger))) return triggers
  const { redact } = planned.prepared.plan
  const { makeTextRedactor } = await import('../../redaction/redactor.ts')
  const clean = makeTextRedactor(redact, (await engine.projectRedactionRules(project, redact)).rules)
  return triggers.map((result) => ({ ...result, trigger: clean(result.trigger), why: clean(result.why) }))
}

interface Turn {
  readonly deps: RefreshDeps
  readonly project: Project
  readonly planned: RefreshPlan
  readonly facts: RefreshFacts
  readonly who: { readonly agent: string | null; readonly role: string | null; readonly session: string }
  readonly counted: CountedSession
}

interface CountedSession {
  /** Null if sessions are not counted. */
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

/** Null if another process has counted the same prompt. */
function countEvent(
  { sessions, trouble }: SessionStore,
  { session, agent, now, happened }: Event,
): CountedSession | null {
  const makeUncounted = (reason: string): CountedSession => {
    const warning = `sessions are not counted (${reason}): only tool calls trigger updates, and sections may be sent twice`
    return { count: null, sessions: null, warnings: [warning] }
  }
  if (sessions === null) return makeUncounted(trouble ?? 'recording is off')
  try {
    if (happened.kind === 'turn') {
      const count = sessions.countTurn(session, { agent, now, prompt: happened.prompt ?? null })
      return count === null ? null : { count, sessions, warnings: [] }
    }
    const count = sessions.get(session) ?? makeNewSession(session, agent, now)
    return { count, sessions, warnings: [] }
  } catch (error) {
    return makeUncounted(getErrorMessage(error))
  }
}

function makeNewSession(session: string, agent: string | null, now: string): SessionCount {
  const none = { turns: 0, refreshedAt: null, refreshedTurn: null, sent: [], waiting: [] }
  return { session, agent, startedAt: now, lastAt: now, ...none }
}

async function sendUpdates(turn: Turn, due: readonly string[]): Promise<RefreshResult> {
  const { collectUpdates } = await import('./collect-updates.ts')
  const { news, ...updates } = await collectUpdates({ ...turn, engine: turn.deps.engine }, due)
  return news === null ? recordUnsent(turn, updates) : send(turn, { ...updates, news })
}

function recordUnsent(turn: Turn, { decision, seen, waiting }: Omit<UpdateResult, 'news'>): RefreshResult {
  const { facts, counted, who, planned } = turn
  const isKnown = ({ section, digest }: UpdateResult['seen'][number]) =>
    facts.session?.sent.some((sent) => sent.section === section && sent.digest === digest)
  const { triggers } = decision
  const warnings = decision.diagnostics.map(({ section, detail }) => `${section}: ${detail}`)
  const before = facts.session?.waiting ?? []
  const isAsBefore =
    before.length === waiting.length && before.every(({ section }) => waiting.includes(section))
  if (!isAsBefore || !seen.every(isKnown)) {
    try {
      const since = facts.session?.refreshedAt ?? null
      const sent = { agent: who.agent, now: facts.now, refresh: false, since, sections: seen, waiting }
      counted.sessions?.recordSent(who.session, sent)
    } catch (error) {
      warnings.push(`the sent sections could not be recorded: ${getErrorMessage(error)}`)
    }
  }
  const more = { triggers, warnings, waiting }
  if (decision.nothing === 'cooldown') return makeCooldownResult(turn, more)
  if (decision.nothing === 'no-trigger')
    return makeEmptyResult(turn, 'no-trigger', { detail: explainNoTrigger(planned), ...more })
  const cause = facts.happened.kind === 'resume' ? 'the session was resumed' : 'a trigger fired'
  const detail = `${cause}, but nothing has changed since the session got it`
  return makeEmptyResult(turn, 'unchanged', { detail, ...more })
}

/** Records the sections before sending. If several processes try at once, only the one that records first sends. */
async function send(
  turn: Turn,
  updates: UpdateResult & { readonly news: UpdatePacket },
): Promise<RefreshResult> {
  const { deps, facts, counted, who } = turn
  const { decision, news, seen, waiting } = updates
  const { text, receipt, sent } = news
  const { triggers } = decision
  const sections = sent.map(({ section, digest, as }) => {
    return { section, digest, form: as === 'removed' ? ('removed' as const) : ('content' as const) }
  })
  try {
    const since = facts.session?.refreshedAt ?? null
    const record = { agent: who.agent, now: facts.now, refresh: true, since, waiting }
    if (
      counted.sessions?.recordSent(who.session, { ...record, sections: [...sections, ...seen] }) === false
    ) {
      const detail = 'another process sent the update meanwhile'
      return makeEmptyResult(turn, 'told-meanwhile', { detail, triggers })
    }
  } catch (error) {
    const detail = `nothing was sent, because the sent sections could not be recorded: ${getErrorMessage(error)}`
    return makeEmptyResult(turn, 'not-counted', { detail, triggers, warnings: [detail] })
  }
  const { kept, troubles } = await deps.recorder.record([makeInjectionParcel(deps.engine, { receipt, text })])
  const diagnostics = receipt.diagnostics.filter(({ severity }) => severity !== 'note')
  const warnings = [
    ...counted.warnings,
    ...diagnostics.map(({ section, detail }) => (section === undefined ? detail : `${section}: ${detail}`)),
    ...troubles.map(({ detail }) => detail),
  ]
  const { injection_id, total, measure } = receipt
  const { session } = who
  const turns = facts.session?.turns ?? null
  return {
    ...{ session, turns, injection_id, sent, waiting, nothing: null },
    ...{ triggers, total, measure, kept, warnings, text },
  }
}

function makeCooldownResult(turn: Turn, more: Partial<Reason> = {}): RefreshResult {
  const { facts } = turn
  const wait = getCooldownMs(facts)
  const until = new Date(Date.parse(facts.now) + wait).toISOString()
  const detail = `the session gets no update before ${until}, because of its cooldown`
  return makeEmptyResult(turn, 'cooldown', { detail, until, ...more })
}

function explainNoTrigger({ tiers }: RefreshPlan): string {
  return tiers.length === 0 ? 'no tier of the manifest has a refresh trigger' : 'no trigger fired'
}

interface Reason {
  readonly detail: string
  readonly until?: string
  readonly triggers?: RefreshResult['triggers']
  readonly warnings?: readonly string[]
  readonly waiting?: readonly string[]
}

/** An agent that has our hook entry twice runs both. */
function makeAnsweredElsewhere(session: string): RefreshResult {
  const unknown = { facts: { session: null }, counted: { warnings: [] }, who: { session } }
  return makeEmptyResult(unknown, 'told-meanwhile', { detail: 'another process answers this prompt' })
}

interface UnsentTurn {
  readonly facts: Pick<RefreshFacts, 'session'>
  readonly counted: Pick<CountedSession, 'warnings'>
  readonly who: Pick<Turn['who'], 'session'>
}

function makeEmptyResult(
  { facts, counted, who }: UnsentTurn,
  reason: NonNullable<RefreshResult['nothing']>['reason'],
  { detail, until = undefined, triggers = [], warnings = [], waiting }: Reason,
): RefreshResult {
  return {
    session: who.session,
    turns: facts.session?.turns ?? null,
    injection_id: null,
    sent: [],
    waiting: waiting ?? facts.session?.waiting.map(({ section }) => section) ?? [],
    nothing: { reason, detail, until: until ?? null },
    triggers,
    total: 0,
    measure: null,
    kept: null,
    warnings: [...counted.warnings, ...warnings],
    text: null,
  }
}
