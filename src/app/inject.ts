import type { Plan, Request } from '../core/plan/index.ts'
import { fillRecord, type Receipt } from '../core/receipt/index.ts'
import type { FileSet, Outbox, Project, Workshop } from '../ports/index.ts'
import type { Compiled } from './compile.ts'
import { makeReady } from './ready.ts'

export interface Injected {
  readonly receipt: Receipt
  /** Null when the packet was remembered. */
  readonly compiled: Compiled | null
}

export interface InjectOrder {
  readonly project: Project
  readonly request: Request
  readonly output: string
  readonly debug: boolean
}

/** A packet into a directory: the block, its record in the published format, and the receipt. */
export async function inject(shop: Workshop, outbox: Outbox, order: InjectOrder): Promise<Injected> {
  const { project, request, output, debug } = order
  const who = { agent: request.agent, role: request.role }
  const readied = await makeReady(shop, { project, request, who, debug })
  if ('refused' in readied) {
    const { refusal, receipt, record } = readied.refused
    // What was refused is on record too, with no context beside it.
    outbox.into(output, { ...contextFiles(record, receipt, null), 'context.md': null })
    throw refusal
  }
  const { ready, compiled } = readied
  outbox.into(output, contextFiles(ready.record, ready.receipt, ready.text))
  return { receipt: ready.receipt, compiled }
}

/** The files of one injection. `context.json` has the shape that the manifest publishes. */
export function contextFiles(record: Plan['record'], receipt: Receipt, text: string | null): FileSet {
  return {
    ...(text === null ? {} : { 'context.md': text }),
    ...(record === null ? {} : { 'context.json': json(fillRecord(record, receipt)) }),
    'receipt.json': json(receipt),
  }
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
