import { renderPrompt } from '../../core/packet/index.ts'
import { makeTaskRedactor, redactTask } from '../dispatch/index.ts'
import { getPacket } from '../engine/index.ts'
import { makeInjectionParcel, recordSessionBaseline } from '../record/index.ts'
import { withRedactedRefusals } from '../redaction/index.ts'
import type { Caller, StartTaskResult } from './project-info.ts'
import { describeCaller, makeServerRequest, type ServerDeps } from './server-deps.ts'

/** Builds a task with its context, as `dispatch` gives it to an agent. */
export async function startTask(
  deps: ServerDeps,
  input: { readonly task: string; readonly level: string | null },
  caller: Caller,
): Promise<StartTaskResult> {
  const { engine, project, recorder, warn } = deps
  const { level } = input
  const original = { ...makeServerRequest(deps, { level }), task: input.task }
  const redactor = await makeTaskRedactor(engine, { project, request: original })
  const { text: task } = redactTask(redactor, input.task)
  const who = { agent: null, role: null, ...describeCaller(caller) }
  const request = { ...original, task }
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
  const unrecorded =
    caller.session === undefined
      ? []
      : await recordSessionBaseline(() => deps.counting(project), receipt, engine.clock.now().toISOString())
  for (const trouble of [...troubles, ...unrecorded]) warn(trouble)
  const { injection_id, total } = receipt
  return { injection_id, text: renderPrompt(render, text, task), tokens: total }
}
