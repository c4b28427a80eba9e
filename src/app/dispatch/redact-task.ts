import { RedactionFailure, type Redactor } from '../../core/redact/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { EngineServices } from '../../ports/index.ts'
import { prepareRequest } from '../engine/index.ts'
import { defaultRedaction, makeRedactor } from '../redaction/index.ts'
import type { DispatchInput } from './dispatch-context.ts'

/** Redacts the task, because files and transcripts keep it for a long time. */
export function redactTask(redactor: Redactor, task: string) {
  try {
    return redactor.redact(task)
  } catch (failure) {
    if (!(failure instanceof RedactionFailure)) throw failure
    throw new Refusal(
      'usage',
      `The task ${failure.message}.`,
      'Make it shorter, or take patterns out of the manifest.',
    )
  }
}

/** Uses the redaction rules of the manifest, or the default rules if the manifest is unusable. */
export async function makeTaskRedactor(
  engine: EngineServices,
  { project, request }: Pick<DispatchInput, 'project' | 'request'>,
): Promise<Redactor> {
  const redact = await prepareRequest(engine, project, request).then(
    // The published patterns would remove commit ids from the task.
    ({ plan }) => ({
      ...plan.redact,
      sets: plan.redact.sets.map((set) => (set === 'published' ? 'default' : set)),
    }),
    () => defaultRedaction,
  )
  return makeRedactor(redact, (await engine.projectRedactionRules(project, redact)).rules)
}
