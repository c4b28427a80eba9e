import type { StoreStats } from '../../../ports/index.ts'
import { ledgerHeadField, type Output, outputFields, requireExactType, type Zod } from '../../output/index.ts'
import type { OpenedStore } from '../opened-store.ts'

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
          head: ledgerHeadField(z).nullable(),
          entries: z.strictObject({ injection: count, run: count, outcome: count, event: count }),
          sessions: count,
        }),
      ),
      blobs: z.strictObject({ count, bytes: count, textBytes: count }),
      spool: z.strictObject({ waiting: count, unreadable: z.array(text) }),
    }),
  )
}

export type StatsResult = Output<typeof storeStatsOutput>

export async function readStats({ store, place, name, spool }: OpenedStore): Promise<StatsResult> {
  return { ...(await store.stats()), place, project: name, spool: spool() }
}
