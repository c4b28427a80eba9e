import { filterRecords, queryTerms, type RankedRecord, rankRecords } from '../../core/memory/index.ts'
import type { Project, Workshop } from '../../ports/index.ts'

export interface RecallOrder {
  /** Null where there is none. */
  readonly task: string | null
  /** ISO 8601, UTC. */
  readonly now: string
  readonly limit: number
}

export interface Recalled {
  readonly records: readonly RankedRecord[]
  /** Why they could not be read, in a sentence; null in the ordinary case. */
  readonly trouble: string | null
}

/**
 * The records that have to do with a task, the same for the same store, task and time. Without a word to search for, the newest. What has
 * expired or become a candidate is none of them; none is authoritative. Makes no store where there is none.
 */
export async function recallRecords(
  { shop, project }: { readonly shop: Pick<Workshop, 'records'>; readonly project: Project },
  { task, now, limit }: RecallOrder,
): Promise<Recalled> {
  const { records, trouble } = await shop.records(project, now)
  const current = filterRecords(records, { expired: false, promoted: false, now })
  const query = task ?? ''
  const ranked =
    queryTerms(query).length > 0
      ? rankRecords(current, query)
      : current.map((kept) => ({ ...kept, score: 0, why: ['newest: the task names nothing'] }))
  return { records: ranked.slice(0, Math.max(0, limit)), trouble }
}
