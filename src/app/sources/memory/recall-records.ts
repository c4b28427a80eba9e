import {
  filterRecords,
  parseQueryTerms,
  type RankedRecord,
  rankRecords,
} from '../../../core/sources/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'

export interface RecallInput {
  /** Null where there is none. */
  readonly task: string | null
  /** ISO 8601, UTC. */
  readonly now: string
  readonly limit: number
}

export interface RecallResult {
  readonly records: readonly RankedRecord[]
  /** Why they could not be read, in a sentence; null in the ordinary case. */
  readonly trouble: string | null
}

/**
 * The records that have to do with a task, the same for the same store, task and time. Without a word to search for, the newest. What has
 * expired or become a candidate is none of them; none is authoritative. Makes no store where there is none.
 */
export async function recallRecords(
  { engine, project }: { readonly engine: Pick<EngineServices, 'records'>; readonly project: Project },
  { task, now, limit }: RecallInput,
): Promise<RecallResult> {
  const { records, trouble } = await engine.records(project, now)
  const current = filterRecords(records, { expired: false, promoted: false, now })
  const query = task ?? ''
  const ranked =
    parseQueryTerms(query).length > 0
      ? rankRecords(current, query)
      : current.map((kept) => ({ ...kept, score: 0, why: ['newest: the task names nothing'] }))
  return { records: ranked.slice(0, Math.max(0, limit)), trouble }
}
