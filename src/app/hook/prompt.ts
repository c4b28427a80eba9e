import { StoreFailure } from '../../core/values/index.ts'
import { askedForLost } from '../occasion.ts'
import { makeReady, withoutSecrets } from '../ready.ts'
import { injectionParcel } from '../record/parcels.ts'
import { requestFor } from './request.ts'
import { atStart, Recorded } from './start.ts'
import type { HookOrder, HookTools, Progress } from './tools.ts'
import { valuesOf } from './values.ts'

/** What has changed; where nothing has, what did not arrive. */
export async function atPrompt(tools: HookTools, order: HookOrder, progress: Progress): Promise<string> {
  const { project, agent, input } = order
  if (input.session === null) return ''
  if (await isUnseen(tools, order, input.session)) return atStartLate(tools, order, progress)
  const request = requestFor(tools.shop, order)
  const { text } = await tools.refresh({ project, request, session: input.session })
  if (text !== null) return oneValue(text, order)
  const lost = await tools.lost({ project, agent, input, ended: false })
  return lost.length === 0 ? '' : sendAgain(tools, order, lost)
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

/** What was cut or dropped on the way, once more, and it is said that this is why. */
async function sendAgain(
  { shop, recorder }: HookTools,
  order: HookOrder,
  lost: readonly string[],
): Promise<string> {
  const { project, agent, input } = order
  const session = input.session === null ? {} : { session: input.session }
  const who = { agent: agent.id, role: null, asked: askedForLost + lost.join(', '), ...session }
  const request = { ...requestFor(shop, order), only: lost }
  const readied = await makeReady(shop, { project, request, who, debug: false })
  if ('refused' in readied) return ''
  const { receipt, text, seal } = readied.ready
  const value = oneValue(text, order)
  if (value === '') return ''
  await recorder.record([injectionParcel(shop, { receipt, text, seal })])
  return `Sent again, because it did not arrive whole:\n\n${value}`
}
