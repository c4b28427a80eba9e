import {
  filterRecords,
  parseQueryTerms,
  type RankedRecord,
  rankRecords,
} from '../../../core/sources/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'

export interface RecallInput {
  /** Null without a task. */
  readonly task: string | null
  /** ISO 8601, UTC. */
  readonly now: string
  readonly limit: number
}

export interface RecallResult {
  readonly records: readonly RankedRecord[]
  /** Why the records could not be read, as a sentence; null if they were read. */
  readonly trouble: string | null
}

/**
 * Finds the records that match a task, or the newest if the task has no words to search for. Expired and promoted records are left out.
 * The same store, task and time give the same result. Does not create a store.
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
      : current.map((record) => ({ ...record, score: 0, why: ['newest: the task names nothing'] }))
  return { records: ranked.slice(0, Math.max(0, limit)), trouble }
}
