import { getPacket, lostRequestPrefix, type RenderedPacket } from '../../engine/index.ts'
import { makeInjectionParcel } from '../../record/index.ts'
import { selectWholeSections } from '../select-whole-sections.ts'
import { makeHookRequest } from './hook-request.ts'
import type { HookCall, HookDeps } from './hook-tools.ts'
import { formatSinglePart } from './split-packet.ts'

/**
 * What was cut or dropped on the way, once more, and it is said that this is why. Only what one value carries whole: the rest is still
 * lost, and comes with the next prompt.
 */
export async function resendLostSections(
  tools: HookDeps,
  order: HookCall,
  lost: readonly string[],
): Promise<string> {
  const request = makeHookRequest(tools.engine, order)
  const packet = await selectWholeSections(lost, (only) => repairOf(tools, order, { ...request, only }))
  if (packet === null || packet.receipt.sections.length === 0) return ''
  const { receipt, text, seal } = packet
  const value = formatSinglePart(text, order.agent.hooks?.outputLimit ?? null)
  if (value === '') return ''
  await tools.recorder.record([makeInjectionParcel(tools.engine, { receipt, text, seal })])
  return `Sent again, because it did not arrive whole:\n\n${value}`
}

async function repairOf(
  { engine }: HookDeps,
  { project, agent, input }: HookCall,
  request: ReturnType<typeof makeHookRequest> & { readonly only: readonly string[] },
): Promise<RenderedPacket | null> {
  const session = input.session === null ? {} : { session: input.session }
  const who = { agent: agent.id, role: null, asked: lostRequestPrefix + request.only.join(', '), ...session }
  const result = await getPacket(engine, { project, request, who, useCache: true })
  return 'refused' in result ? null : result.packet
}
