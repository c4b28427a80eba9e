import { getPacket } from '../get-packet.ts'
import { askedForLost } from '../occasion.ts'
import type { RenderedPacket } from '../packet-cache.ts'
import { injectionParcel } from '../record/parcels.ts'
import { asManyWhole } from '../whole.ts'
import { requestFor } from './request.ts'
import type { HookOrder, HookTools } from './tools.ts'
import { oneValue } from './values.ts'

/**
 * What was cut or dropped on the way, once more, and it is said that this is why. Only what one value carries whole: the rest is still
 * lost, and comes with the next prompt.
 */
export async function sendAgain(
  tools: HookTools,
  order: HookOrder,
  lost: readonly string[],
): Promise<string> {
  const request = requestFor(tools.shop, order)
  const packet = await asManyWhole(lost, (only) => repairOf(tools, order, { ...request, only }))
  if (packet === null || packet.receipt.sections.length === 0) return ''
  const { receipt, text, seal } = packet
  const value = oneValue(text, order.agent.hooks?.cap ?? null)
  if (value === '') return ''
  await tools.recorder.record([injectionParcel(tools.shop, { receipt, text, seal })])
  return `Sent again, because it did not arrive whole:\n\n${value}`
}

async function repairOf(
  { shop }: HookTools,
  { project, agent, input }: HookOrder,
  request: ReturnType<typeof requestFor> & { readonly only: readonly string[] },
): Promise<RenderedPacket | null> {
  const session = input.session === null ? {} : { session: input.session }
  const who = { agent: agent.id, role: null, asked: askedForLost + request.only.join(', '), ...session }
  const result = await getPacket(shop, { project, request, who, useCache: true })
  return 'refused' in result ? null : result.packet
}
