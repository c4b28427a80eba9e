import type { StoreImportResult } from '../../../ports/index.ts'
import {
  type Output,
  outputFields,
  type ReportProgress,
  requireExactType,
  type Zod,
} from '../../output/index.ts'
import type { OpenedStore } from '../opened-store.ts'
import { importLines } from '../verify/export-lines.ts'

export function storeImportOutput(z: Zod) {
  const { count } = outputFields(z)
  return requireExactType<StoreImportResult>()(z.strictObject({ entries: count, known: count, blobs: count }))
}

export type ImportResult = Output<typeof storeImportOutput>

export function importLedger(
  { store }: OpenedStore,
  lines: AsyncIterable<string>,
  tell: ReportProgress,
): Promise<ImportResult> {
  return importLines(store, lines, (done) => tell({ done, total: null, what: 'lines' }))
}
