import type { StoreImportResult, StoreStats } from '../../../ports/index.ts'
import { type Output, outputFields, requireExactType, type Zod } from '../../output/index.ts'
import { headField } from '../outputs.ts'

export function storeStatsOutput(z: Zod) {
  const { text, count } = outputFields(z)
  return requireExactType<
    StoreStats & { place: string; project: string; spool: { waiting: number; unreadable: string[] } }
  >()(
    z.strictObject({
      place: text,
      project: text,
      engine: text,
      bytes: count.nullable(),
      ledgers: z.array(
        z.strictObject({
          uid: text,
          name: text,
          head: headField(z).nullable(),
          entries: z.strictObject({ injection: count, run: count, outcome: count, event: count }),
          sessions: count,
        }),
      ),
      blobs: z.strictObject({ count, bytes: count, textBytes: count }),
      spool: z.strictObject({ waiting: count, unreadable: z.array(text) }),
    }),
  )
}

export function storeExportOutput(z: Zod) {
  const { text, count } = outputFields(z)
  return z.strictObject({ project: text, entries: count, blobs: count })
}

export function storeImportOutput(z: Zod) {
  const { count } = outputFields(z)
  return requireExactType<StoreImportResult>()(z.strictObject({ entries: count, known: count, blobs: count }))
}

export function storePruneOutput(z: Zod) {
  const { text, count } = outputFields(z)
  return z.strictObject({
    project: text,
    dry_run: z.boolean(),
    texts: count,
    accounts: count,
    bytes: count,
    texts_to: count,
    accounts_to: count,
    sessions: count,
    left_bytes: count,
  })
}

export function storeRepairOutput(z: Zod) {
  const { text, maybe, count, gaps } = outputFields(z)
  return z.strictObject({
    project: text,
    set_aside: maybe,
    entries: count,
    lost: gaps,
    lost_blobs: count,
    taken_in: count,
  })
}

export type StatsResult = Output<typeof storeStatsOutput>
export type ExportResult = Output<typeof storeExportOutput>
export type ImportResult = Output<typeof storeImportOutput>
export type PruneResult = Output<typeof storePruneOutput>
export type RepairResult = Output<typeof storeRepairOutput>
