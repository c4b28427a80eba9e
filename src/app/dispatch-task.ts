import { RedactionFailure, type Redactor } from '../core/redact/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Workshop } from '../ports/index.ts'
import { everyPlan, redactorFor } from './clean.ts'
import type { DispatchOrder } from './dispatch-desk.ts'
import { prepare } from './prepare.ts'

/** The task without its secrets: it stays in files and transcripts for long. */
export function cleanTask(redactor: Redactor, task: string) {
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

/** As the manifest says; where there is none, as every plan does. */
export async function taskRedactor(
  shop: Workshop,
  { project, request }: Pick<DispatchOrder, 'project' | 'request'>,
): Promise<Redactor> {
  const redact = await prepare(shop, project, request).then(
    // The published patterns would take commit ids out of it.
    ({ plan }) => ({
      ...plan.redact,
      sets: plan.redact.sets.map((set) => (set === 'published' ? 'default' : set)),
    }),
    () => everyPlan,
  )
  return redactorFor(redact, (await shop.outside(project, redact)).rules)
}
