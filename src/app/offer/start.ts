import { renderPrompt } from '../../core/render/index.ts'
import { refusedClean } from '../clean.ts'
import { cleanTask, taskRedactor } from '../dispatch-task.ts'
import { getPacket } from '../get-packet.ts'
import { injectionParcel } from '../record/parcels.ts'
import { tellSession } from '../refresh/baseline.ts'
import type { Caller, StartAnswer } from './answer.ts'
import { callerWords, type OfferTools, requestFor } from './order.ts'

/** A task with its context, as an agent gets it that is dispatched with one. */
export async function startTask(
  tools: OfferTools,
  order: { readonly task: string; readonly level: string | null },
  caller: Caller,
): Promise<StartAnswer> {
  const { shop, project, recorder, warn } = tools
  const { level } = order
  const given = { ...requestFor(tools, { level }), task: order.task }
  const { text: task } = cleanTask(await taskRedactor(shop, { project, request: given }), order.task)
  const who = { agent: null, role: null, ...callerWords(caller) }
  const request = { ...given, task }
  const result = await refusedClean(shop, project, () =>
    getPacket(shop, { project, request, who, useCache: true }),
  )
  if ('refused' in result) {
    const { refusal, receipt } = result.refused
    const { troubles } = await recorder.record([injectionParcel(shop, { receipt, text: null })])
    for (const trouble of troubles) warn(trouble)
    throw refusal
  }
  const { receipt, text, render, seal } = result.packet
  const { troubles } = await recorder.record([injectionParcel(shop, { receipt, text, seal })])
  const untold =
    caller.session === undefined
      ? []
      : await tellSession(() => tools.counting(project), receipt, shop.clock.now().toISOString())
  for (const trouble of [...troubles, ...untold]) warn(trouble)
  const { injection_id, total } = receipt
  return { injection_id, text: renderPrompt(render, text, task), tokens: total }
}
