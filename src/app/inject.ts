import type { Plan, Request } from '../core/plan/index.ts'
import { fillRecord, type Receipt, refusalReceipt } from '../core/receipt/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { FileSet, Outbox, Project, Workshop } from '../ports/index.ts'
import { type Compiled, compile, prepare } from './compile.ts'
import { newOccasion } from './occasion.ts'

export interface Injected {
  readonly injectionId: string
  readonly compiled: Compiled
}

/** Compiles a packet into a directory: the block, its record in the published format, and the receipt. */
export async function inject(
  shop: Workshop,
  outbox: Outbox,
  order: { project: Project; request: Request; output: string },
): Promise<Injected> {
  const { project, request, output } = order
  const prepared = await prepare(shop, project, request)
  const occasion = newOccasion(shop, project, prepared, { agent: request.agent, role: request.role })
  try {
    const compiled = await compile(shop, project, prepared, occasion)
    outbox.into(output, contextFiles(prepared.plan, compiled.receipt, compiled.text))
    return { injectionId: occasion.injection_id, compiled }
  } catch (error) {
    // What was refused is on record too, with no context beside it.
    if (error instanceof Refusal && error.code !== 'not-writable') {
      const receipt = refusalReceipt(prepared.plan.level.name, error, occasion)
      outbox.into(output, contextFiles(prepared.plan, receipt, null))
    }
    throw error
  }
}

/** The files of one injection. `context.json` has the shape that the manifest publishes. */
export function contextFiles(plan: Plan, receipt: Receipt, text: string | null): FileSet {
  return {
    ...(text === null ? {} : { 'context.md': text }),
    ...(plan.record === null ? {} : { 'context.json': json(fillRecord(plan.record, receipt)) }),
    'receipt.json': json(receipt),
  }
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
