import type { Agent, EventRule, HookEvent } from '../../agents/index.ts'
import { type Request, request } from '../../core/plan/index.ts'
import type { Receipt } from '../../core/receipt/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Project, Recorder, Sessions, Workshop } from '../../ports/index.ts'
import { makeReady } from '../ready.ts'
import type { Ready } from '../recall.ts'
import { injectionParcel } from '../record/parcels.ts'
import { behind, type Counting, tellBaseline } from '../refresh/told.ts'
import { envelopeOf } from './envelope.ts'
import type { HookInput } from './input.ts'
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
  /** Writes the journal of a session that is over; a line for a person where that could not be done. */
  journal(order: { project: Project; agent: Agent; input: HookInput }): Promise<string | null>
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
    return { print: print(''), notice: await atEnd(tools, order) }
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
  const who = { agent: agent.id, role: null, ...(input.session !== null && { session: input.session }) }
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
const sameEventMs = 5_000

/** Resumed with the same content: the agent still has it. */
function isKnown(
  shop: Workshop,
  sessions: Sessions | null,
  { input, agent }: HookOrder,
  receipt: Receipt,
): boolean {
  if (sessions === null || input.session === null || anew.has(input.source ?? 'startup')) return false
  if (agent.hooks?.forgetsOnResume === true) return false
  const now = shop.clock.now().getTime()
  const told = (sessions.get(input.session)?.told ?? []).filter(
    (one) => now - Date.parse(one.at) > sameEventMs,
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
  const request = requestFor(tools, order)
  const answer = await tools.refresh({ project, request, session: input.session })
  if (answer.text !== null) return answer.text
  const lost = await tools.lost({ project, agent, input, ended: false })
  return lost.length === 0 ? '' : sendAgain(tools, order, { request, lost })
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

async function atEnd(tools: HookTools, { project, agent, input }: HookOrder): Promise<string | null> {
  await tools.lost({ project, agent, input, ended: true })
  const { manifest } = await tools.shop.loadManifest(project.manifestFile)
  return manifest.journal === undefined ? null : tools.journal({ project, agent, input })
}

/** Planned to what the channel carries. Where an agent turns tags into text, there are none. */
function requestFor({ shop }: HookTools, { project, agent, event, part }: HookOrder): Request {
  const room = roomIn(agent.hooks?.cap ?? null, part.of)
  const tags = agent.hooks?.escapes.includes('<') !== true
  const loaded = agent.memory.filter((file) => shop.stamps.of(project, file) !== 'absent').slice(0, 1)
  return request({ repo: project.name, agent: agent.id, trigger: event, room, tags, loaded })
}
