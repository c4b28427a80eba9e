// Exports a ledger as lines of JSON.
import type { Hash } from '../../../ports/index.ts'
import { type Output, outputFields, type ReportProgress, type Zod } from '../../output/index.ts'
import { type OpenedStore, requireLedger } from '../opened-store.ts'
import { exportLines } from '../verify/export-lines.ts'

export function storeExportOutput(z: Zod) {
  const { text, count } = outputFields(z)
  return z.strictObject({ project: text, entries: count, blobs: count })
}

export type ExportResult = Output<typeof storeExportOutput>

/** Receives exported lines. */
export interface LineSink {
  write(text: string): void
  finish(): void
  abandon(): void
}

export interface ExportInput {
  readonly hash: Hash
  readonly sink: LineSink
  readonly tell: ReportProgress
}

export async function exportLedger(
  opened: OpenedStore,
  { hash, sink, tell }: ExportInput,
): Promise<ExportResult> {
  const { uid, project } = requireLedger(opened, hash)
  const { head } = opened.ledger!
  const total = head?.seq ?? 0
  const lines = exportLines(opened.store, { uid, name: project, head }, (done) =>
    tell({ done: Math.min(done, total), total, what: 'entries' }),
  )
  try {
    for (;;) {
      const step = await lines.next()
      if (step.done) {
        sink.finish()
        return { project, ...step.value }
      }
      sink.write(step.value)
    }
  } catch (error) {
    sink.abandon()
    throw error
  }
}
