import { renderPrompt } from '../../core/packet/index.ts'
import { makeTaskRedactor, redactTask } from '../dispatch/index.ts'
import { getPacket } from '../engine/index.ts'
import { makeInjectionParcel, recordSessionBaseline } from '../record/index.ts'
import { withRedactedRefusals } from '../redaction/index.ts'
import type { Caller, StartTaskResult } from './server-answer.ts'
import { describeCaller, makeServerRequest, type ServerDeps } from './service-tools.ts'

/** A task with its context, as an agent gets it that is dispatched with one. */
export async function startTask(
  tools: ServerDeps,
  order: { readonly task: string; readonly level: string | null },
  caller: Caller,
): Promise<StartTaskResult> {
  const { engine, project, recorder, warn } = tools
  const { level } = order
  const given = { ...makeServerRequest(tools, { level }), task: order.task }
  const { text: task } = redactTask(await makeTaskRedactor(engine, { project, request: given }), order.task)
  const who = { agent: null, role: null, ...describeCaller(caller) }
  const request = { ...given, task }
  const result = await withRedactedRefusals(engine, project, () =>
    getPacket(engine, { project, request, who, useCache: true }),
  )
  if ('refused' in result) {
    const { refusal, receipt } = result.refused
    const { troubles } = await recorder.record([makeInjectionParcel(engine, { receipt, text: null })])
    for (const trouble of troubles) warn(trouble)
    throw refusal
  }
  const { receipt, text, render, seal } = result.packet
  const { troubles } = await recorder.record([makeInjectionParcel(engine, { receipt, text, seal })])
  const untold =
    caller.session === undefined
      ? []
      : await recordSessionBaseline(() => tools.counting(project), receipt, engine.clock.now().toISOString())
  for (const trouble of [...troubles, ...untold]) warn(trouble)
  const { injection_id, total } = receipt
  return { injection_id, text: renderPrompt(render, text, task), tokens: total }
}
