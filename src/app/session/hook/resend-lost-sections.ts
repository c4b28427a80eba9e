import { getPacket, lostRequestPrefix, type RenderedPacket } from '../../engine/index.ts'
import { makeInjectionParcel } from '../../record/index.ts'
import { selectWholeSections } from '../select-whole-sections.ts'
import type { HookCall, HookDeps } from './hook-deps.ts'
import { makeHookRequest } from './hook-request.ts'
import { formatSinglePart } from './split-packet.ts'

/**
 * Sends sections again that the agent cut or dropped, and says why. Sends only as many as one output part holds uncut. The others
 * follow with the next prompt.
 */
export async function resendLostSections(
  deps: HookDeps,
  call: HookCall,
  lost: readonly string[],
): Promise<string> {
  const request = makeHookRequest(deps.engine, call)
  const packet = await selectWholeSections(lost, (only) => getLostSections(deps, call, { ...request, only }))
  if (packet === null || packet.receipt.sections.length === 0) return ''
  const { receipt, text, seal } = packet
  const value = formatSinglePart(text, call.agent.hooks?.outputLimit ?? null)
  if (value === '') return ''
  await deps.recorder.record([makeInjectionParcel(deps.engine, { receipt, text, seal })])
  return `Sent again, because it did not arrive whole:\n\n${value}`
}

async function getLostSections(
  { engine }: HookDeps,
  { project, agent, input }: HookCall,
  request: ReturnType<typeof makeHookRequest> & { readonly only: readonly string[] },
): Promise<RenderedPacket | null> {
  const session = input.session === null ? {} : { session: input.session }
  const who = { agent: agent.id, role: null, asked: lostRequestPrefix + request.only.join(', '), ...session }
  const result = await getPacket(engine, { project, request, who, useCache: true })
  return 'refused' in result ? null : result.packet
}
