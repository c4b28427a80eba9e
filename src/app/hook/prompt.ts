import { askedForLost } from '../occasion.ts'
import { makeReady } from '../ready.ts'
import { injectionParcel } from '../record/parcels.ts'
import { requestFor } from './request.ts'
import type { HookOrder, HookTools } from './tools.ts'
import { valuesOf } from './values.ts'

/** What has changed; where nothing has, what did not arrive. */
export async function atPrompt(tools: HookTools, order: HookOrder): Promise<string> {
  const { project, agent, input } = order
  if (input.session === null) return ''
  const request = requestFor(tools.shop, order)
  const { text } = await tools.refresh({ project, request, session: input.session })
  if (text !== null) return oneValue(text, order)
  const lost = await tools.lost({ project, agent, input, ended: false })
  return lost.length === 0 ? '' : sendAgain(tools, order, lost)
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
