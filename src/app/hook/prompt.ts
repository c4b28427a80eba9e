import type { Agent } from '../../agents/index.ts'
import type { Receipt } from '../../core/receipt/index.ts'
import type { Prompt } from '../../core/refresh/index.ts'
import { fingerprint, isoTime, StoreFailure } from '../../core/values/index.ts'
import type { Sessions } from '../../ports/index.ts'
import { askedForLost } from '../occasion.ts'
import { makeReady, withoutSecrets } from '../ready.ts'
import type { Ready } from '../recall.ts'
import { injectionParcel } from '../record/parcels.ts'
import { isQuiet } from '../refresh/quiet.ts'
import type { HookInput } from './input.ts'
import { requestFor } from './request.ts'
import { atStart, Recorded } from './start.ts'
import type { HookOrder, HookTools, Progress } from './tools.ts'
import { valuesOf } from './values.ts'

/** What has changed; where nothing has, what did not arrive. */
export async function atPrompt(tools: HookTools, order: HookOrder, progress: Progress): Promise<string> {
  const { project, agent, input } = order
  if (input.session === null) return ''
  const who = { agent: agent.id, role: null, session: input.session }
  const { session = input.session } = await withoutSecrets(tools.shop, project, who)
  const { sessions } = await tools.counting(project)
  if (isUnseen(sessions, order, session)) return atStartLate(tools, order, progress)
  const prompt = promptOf(input)
  if (await isQuiet(tools.shop, project)) {
    if (!countTurn(tools, sessions, { session, agent, prompt })) return ''
  } else {
    const request = requestFor(tools.shop, order)
    const { text, elsewhere } = await tools.refresh({ project, request, session: input.session, prompt })
    if (elsewhere) return ''
    if (text !== null) return oneValue(text, order)
  }
  const lost = await tools.lost({ project, agent, input, ended: false })
  return lost.length === 0 ? '' : sendAgain(tools, order, lost)
}

/** Whether the hook at the start of a session never came so far as to count it. A plugin may be asked for a prompt first. */
function isUnseen(sessions: Sessions | null, { agent }: HookOrder, session: string): boolean {
  if (agent.hooks?.settings.kind !== 'hooks' || sessions === null) return false
  return ask(() => sessions.get(session) === null, false)
}

/** Whether a session has anything from us. An address that was only looked at has a space in its name, and was never told. */
export async function wasTold(tools: HookTools, { project, agent, input }: HookOrder): Promise<boolean> {
  if (input.session === null) return false
  const who = { agent: agent.id, role: null, session: input.session }
  const { session = input.session } = await withoutSecrets(tools.shop, project, who)
  const { sessions } = await tools.counting(project)
  const told = ask(() => sessions?.get(session)?.told, undefined) ?? []
  return told.some(({ section, form }) => form !== 'removed' && !section.includes(' '))
}

/** So much of a prompt as tells it from another one of the same length. */
const tellingLength = 2000

/** Null where the agent says nothing of it. */
function promptOf({ turn, prompt }: HookInput): Prompt | null {
  if (turn !== null) return { digest: `turn:${fingerprint(turn)}`, isId: true }
  if (prompt === null) return null
  return { digest: `text:${prompt.length}-${fingerprint(prompt.slice(0, tellingLength))}`, isId: false }
}

interface Counted {
  readonly session: string
  readonly agent: Agent
  readonly prompt: Prompt | null
}

/** False where another program has counted this prompt, and answers it. */
function countTurn({ shop }: HookTools, sessions: Sessions | null, counted: Counted): boolean {
  const { session, agent, prompt } = counted
  const turn = { agent: agent.id, now: isoTime(shop.clock.now().getTime()), prompt }
  return ask(() => sessions?.turn(session, turn) !== null, true)
}

/** What cannot be counted keeps nobody from working. */
function ask<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof StoreFailure) return otherwise
    throw error
  }
}

/** Why there is nothing to send, the start of the session has said, or nobody would read it now. */
async function atStartLate(tools: HookTools, order: HookOrder, progress: Progress): Promise<string> {
  try {
    const start = { ...order, event: 'session-start', part: { index: 1, of: 1 } } as const
    const text = await atStart(tools, start, progress)
    return text === '' ? '' : `Sent now, because the session did not get it when it started:\n\n${text}`
  } catch (error) {
    if (error instanceof Recorded) return ''
    throw error
  }
}

/** Planned to the channel already: only what never yields can still be too long. */
function oneValue(text: string, { agent }: HookOrder): string {
  return valuesOf(text, agent.hooks?.cap ?? null, 1)[0] ?? ''
}

/**
 * What was cut or dropped on the way, once more, and it is said that this is why. Only what one value carries whole: the rest is still
 * lost, and comes with the next prompt. What is too long by itself is cut.
 */
async function sendAgain(tools: HookTools, order: HookOrder, lost: readonly string[]): Promise<string> {
  const all = await repairOf(tools, order, lost)
  const whole = all === null ? [] : wholeIn(all.receipt)
  const fits = all !== null && whole.length === all.receipt.sections.length && !isShort(all.receipt)
  const only = whole.length > 0 ? whole : lost.slice(0, 1)
  const ready = fits || only.length === lost.length ? all : await repairOf(tools, order, only)
  if (ready === null || ready.receipt.sections.length === 0) return ''
  const { receipt, text, seal } = ready
  const value = oneValue(text, order)
  if (value === '') return ''
  await tools.recorder.record([injectionParcel(tools.shop, { receipt, text, seal })])
  return `Sent again, because it did not arrive whole:\n\n${value}`
}

async function repairOf(
  { shop }: HookTools,
  order: HookOrder,
  only: readonly string[],
): Promise<Ready | null> {
  const { project, agent, input } = order
  const session = input.session === null ? {} : { session: input.session }
  const who = { agent: agent.id, role: null, asked: askedForLost + only.join(', '), ...session }
  const request = { ...requestFor(shop, order), only }
  const readied = await makeReady(shop, { project, request, who, debug: false })
  return 'refused' in readied ? null : readied.ready
}

/** Sections that the channel did not cut. */
function wholeIn({ sections }: Receipt): string[] {
  return sections.flatMap(({ id, reductions }) =>
    reductions.some(({ why }) => why === 'channel') ? [] : [id],
  )
}

/** Whether there was no room for something. */
function isShort({ left_out }: Receipt): boolean {
  return left_out.some(({ reason }) => reason === 'over-budget')
}
