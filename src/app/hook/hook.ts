import type { Agent, EventRule, HookEvent } from '../../agents/index.ts'
import { type Request, request } from '../../core/plan/index.ts'
import type { Receipt } from '../../core/receipt/index.ts'
import { Refusal, StoreFailure } from '../../core/values/index.ts'
import type { Project, Recorder, Sessions, Workshop } from '../../ports/index.ts'
import { makeReady, withoutSecrets } from '../ready.ts'
import type { Ready } from '../recall.ts'
import { injectionParcel } from '../record/parcels.ts'
import { behind, type Counting, tellBaseline } from '../refresh/told.ts'
import { envelopeOf } from './envelope.ts'
import type { HookInput } from './input.ts'
import { loadedBy } from './loaded.ts'
import { forSubagent } from './subagent.ts'
import { type Part, roomIn, valuesOf } from './values.ts'

export interface HookTools {
  readonly shop: Workshop
  readonly recorder: Recorder
  counting(project: Project): Promise<Counting>
  /** Whether the manifest may speak in a hook; a reason when it may not. */
  inert(project: Project): Promise<string | null>
  /** What a session that has begun is told again. */
  refresh(order: { project: Project; request: Request; session: string }): Promise<{ text: string | null }>
  /** What of the session's packets did not arrive, as its own record shows; `ended` when the session is over. */
  lost(order: {
    project: Project
    agent: Agent
    input: HookInput
    ended: boolean
  }): Promise<readonly string[]>
  /** Writes the journal of a session that is over, where the manifest asks for one. */
  journal(order: { project: Project; agent: Agent; input: HookInput }): Promise<void>
}

export interface HookOrder {
  readonly project: Project
  readonly agent: Agent
  readonly event: HookEvent
  readonly rule: EventRule
  readonly input: HookInput
  readonly part: Part
}

export interface HookAnswer {
  /** For standard output, whole. */
  readonly print: string
  /** One line for a person, on standard error; null when there is nothing to say. */
  readonly notice: string | null
}

/** What an agent gets when one of its events happens. Whatever goes wrong, there is an answer that it understands. */
export async function hook(tools: HookTools, order: HookOrder): Promise<HookAnswer> {
  const { rule, input, event } = order
  const print = (text: string, notice: string | null = null) => envelopeOf(rule, input.name, text, notice)
  try {
    const inert = await tools.inert(order.project)
    if (inert !== null) {
      const notice = order.part.index === 1 ? inert : null
      return { print: print('', notice), notice }
    }
    if (event === 'session-start' || event === 'subagent-start') {
      return { print: print(await atStart(tools, order)), notice: null }
    }
    if (event === 'prompt') return { print: print(await atPrompt(tools, order)), notice: null }
    if (event === 'before-compaction') return { print: print(beforeCompaction), notice: null }
    await atEnd(tools, order)
    return { print: print(''), notice: null }
  } catch (error) {
    const reason = error instanceof Refusal ? error.message.split('\n')[0]! : 'a bug in foreword'
    const detail = error instanceof Error ? error.message : String(error)
    const said = `foreword: no project context this time (${reason})`
    if (order.part.index > 1) return { print: print(''), notice: null }
    return {
      print: print(`${said}. "foreword explain" says more.`),
      notice: `${said}: ${detail.split('\n')[0]}`,
    }
  }
}

const beforeCompaction =
  'The project context that foreword gave is given again after this compaction: leave it out of the summary.\n'

/** Sources of a session's start after which the agent has lost what it was told. */
const anew: ReadonlySet<string> = new Set(['startup', 'clear', 'compact'])

async function atStart(tools: HookTools, order: HookOrder): Promise<string> {
  const { project, agent, event, input, part } = order
  const asked = requestFor(tools, order)
  const only = event === 'subagent-start' ? await sliceFor(tools, project, event) : null
  if (only !== null && only.length === 0) return ''
  const who = {
    agent: agent.id,
    role: null,
    ...(input.session !== null && { session: input.session }),
    ...(event === 'subagent-start' && { asked: forSubagent }),
  }
  const readied = await makeReady(tools.shop, { project, request: { ...asked, only }, who, debug: false })
  if ('refused' in readied) {
    const { refusal, receipt } = readied.refused
    if (part.index === 1) await tools.recorder.record([injectionParcel(tools.shop, { receipt, text: null })])
    throw refusal
  }
  const { ready } = readied
  const { sessions } = event === 'session-start' ? await tools.counting(project) : { sessions: null }
  if (isKnown(tools.shop, sessions, order, ready.receipt)) return ''
  const values = valuesOf(ready.text, agent.hooks?.cap ?? null, part.of)
  if (part.index === 1) await record(tools, ready, sessions, order)
  return values[part.index - 1] ?? ''
}

/** Another value of the same event has told it just now. */
const sameEventMs = 1_000

/** Resumed with the same content: the agent still has it. */
function isKnown(
  shop: Workshop,
  sessions: Sessions | null,
  { input, agent, part }: HookOrder,
  receipt: Receipt,
): boolean {
  if (sessions === null || input.session === null || anew.has(input.source ?? 'startup')) return false
  if (agent.hooks?.forgetsOnResume === true) return false
  const now = shop.clock.now().getTime()
  const told = (sessions.get(input.session)?.told ?? []).filter(
    (one) => part.of === 1 || now - Date.parse(one.at) > sameEventMs,
  )
  return (
    receipt.sections.length > 0 &&
    receipt.sections.every((section) =>
      told.some(
        (one) =>
          one.section === section.id &&
          (one.digest === section.sent_digest || one.digest === behind(section)),
      ),
    )
  )
}

async function record(
  { shop, recorder }: HookTools,
  { receipt, text, seal }: Ready,
  sessions: Sessions | null,
  { input }: HookOrder,
): Promise<void> {
  await recorder.record([injectionParcel(shop, { receipt, text, seal })])
  if (sessions !== null && input.session !== null) {
    tellBaseline(sessions, receipt, shop.clock.now().toISOString())
  }
}

/** A subagent gets the sections that the manifest has for it, and nothing where it has none. */
async function sliceFor({ shop }: HookTools, project: Project, event: HookEvent): Promise<string[]> {
  const { manifest } = await shop.loadManifest(project.manifestFile)
  return Object.entries(manifest.sections).flatMap(([id, { when }]) =>
    [when?.trigger ?? []].flat().includes(event) ? [id] : [],
  )
}

async function atPrompt(tools: HookTools, order: HookOrder): Promise<string> {
  const { project, agent, input } = order
  if (input.session === null) return ''
  if (await isUnseen(tools, order, input.session)) return atStartLate(tools, order)
  const request = requestFor(tools, order)
  const answer = await tools.refresh({ project, request, session: input.session })
  if (answer.text !== null) return answer.text
  const lost = await tools.lost({ project, agent, input, ended: false })
  return lost.length === 0 ? '' : sendAgain(tools, order, { request, lost })
}

/** Whether the hook at the start of a session never came so far as to count it. A plugin may be asked for a prompt first. */
async function isUnseen(
  { shop, counting }: HookTools,
  { project, agent }: HookOrder,
  given: string,
): Promise<boolean> {
  if (agent.hooks?.settings.kind !== 'hooks') return false
  try {
    const { sessions } = await counting(project)
    if (sessions === null) return false
    const who = { agent: agent.id, role: null, session: given }
    const { session = given } = await withoutSecrets(shop, project, who)
    return sessions.get(session) === null
  } catch (error) {
    if (error instanceof StoreFailure) return false
    throw error
  }
}

/** Why there is nothing to send, the start of the session has said, or nobody would read it now. */
async function atStartLate(tools: HookTools, order: HookOrder): Promise<string> {
  try {
    const text = await atStart(tools, { ...order, event: 'session-start', part: { index: 1, of: 1 } })
    return text === '' ? '' : `Sent now, because the session did not get it when it started:\n\n${text}`
  } catch (error) {
    if (error instanceof Refusal) return ''
    throw error
  }
}

/** What was cut or dropped on the way, once more, and it is said that this is why. */
async function sendAgain(
  { shop, recorder }: HookTools,
  { project, agent, input }: HookOrder,
  { request, lost }: { request: Request; lost: readonly string[] },
): Promise<string> {
  const session = input.session === null ? {} : { session: input.session }
  const who = { agent: agent.id, role: null, asked: `lost: ${lost.join(', ')}`, ...session }
  const readied = await makeReady(shop, { project, request: { ...request, only: lost }, who, debug: false })
  if ('refused' in readied) return ''
  const { receipt, text, seal } = readied.ready
  await recorder.record([injectionParcel(shop, { receipt, text, seal })])
  const [value = ''] = valuesOf(text, agent.hooks?.cap ?? null, 1)
  return value === '' ? '' : `Sent again, because it did not arrive whole:\n\n${value}`
}

async function atEnd(tools: HookTools, { project, agent, input }: HookOrder): Promise<void> {
  await tools.lost({ project, agent, input, ended: true })
  await tools.journal({ project, agent, input })
}

/** Planned to what the channel carries. Where an agent turns tags into text, there are none. */
function requestFor({ shop }: HookTools, { project, agent, event, part }: HookOrder): Request {
  const room = roomIn(agent.hooks?.cap ?? null, part.of)
  const tags = agent.hooks?.escapes.includes('<') !== true
  const loaded = loadedBy(agent, (path) => shop.textOf(project, path))
  return request({ repo: project.name, agent: agent.id, trigger: event, room, tags, loaded })
}
