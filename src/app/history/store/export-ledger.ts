// Counts, exports and imports the content of a store. Exports are lines of JSON.
import type { Hash } from '../../../ports/index.ts'
import type { ReportProgress } from '../../output/index.ts'
import { type OpenedStore, requireLedger } from '../opened-store.ts'
import { exportLines, importLines } from '../verify/export-lines.ts'
import type { ExportResult, ImportResult, StatsResult } from './outputs.ts'

export async function readStats({ store, place, name, spool }: OpenedStore): Promise<StatsResult> {
  return { ...(await store.stats()), place, project: name, spool: spool() }
}

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
        return step.value
      }
      sink.write(step.value)
    }
  } catch (error) {
    sink.abandon()
    throw error
  }
}

export function importLedger(
  { store }: OpenedStore,
  lines: AsyncIterable<string>,
  tell: ReportProgress,
): Promise<ImportResult> {
  return importLines(store, lines, (done) => tell({ done, total: null, what: 'lines' }))
}
