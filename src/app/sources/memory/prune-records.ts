import { isExpired } from '../../../core/sources/index.ts'
import { type Output, outputFields, type Zod } from '../../output/index.ts'
import { makeParcel } from '../../record/index.ts'
import { getCurrentTime, type MemoryDeps } from './memory-deps.ts'

export function memoryPruneOutput(z: Zod) {
  const { text, count } = outputFields(z)
  return z.strictObject({
    project: text,
    dry_run: z.boolean(),
    records: z.array(text).describe('Ids of records that were deleted, or would be with --dry-run'),
    left: count,
    overwritten: z
      .boolean()
      .nullable()
      .describe('False if old copies may still be on the disk; null if nothing was deleted'),
  })
}

export type MemoryPruneResult = Output<typeof memoryPruneOutput>

export interface PruneRecordsInput {
  readonly expired: boolean
  /** Captured before this time (ISO 8601, UTC). */
  readonly before: string | null
  readonly dryRun: boolean
}

/** Deletes records. The ledger keeps their ids and digests. */
export async function pruneRecords(
  deps: MemoryDeps,
  { expired, before, dryRun }: PruneRecordsInput,
): Promise<MemoryPruneResult> {
  const now = getCurrentTime(deps)
  const { name: project } = deps.project
  return deps.with(false, async ({ store, key }) => {
    const all = await store.records(key)
    const ids = all
      .map(({ record }) => record)
      .filter(
        (record) => (expired && isExpired(record, now)) || (before !== null && record.captured_at < before),
      )
      .map(({ record_id }) => record_id)
      .sort()
    if (dryRun || ids.length === 0)
      return { project, dry_run: dryRun, records: ids, left: all.length - ids.length, overwritten: null }
    const { gone, overwritten } = await store.forgetRecords(key, ids, (records) =>
      makeParcel(deps.engine, 'event', { name: 'memory', act: 'pruned', records }),
    )
    return { project, dry_run: false, records: gone, left: all.length - gone.length, overwritten }
  })
}
