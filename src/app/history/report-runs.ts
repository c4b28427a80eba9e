import { buildReport } from '../../core/history/index.ts'
import type { Store } from '../../ports/index.ts'
import type { OpenedStore } from './opened-store.ts'
import type { ReportResult } from './report-output.ts'

export interface ReportInput {
  readonly project: string
  readonly uid: string
  /** ISO 8601; null for all runs. */
  readonly since: string | null
}

/** Reports the runs of a project, whose ledger may not exist yet. */
export async function reportRuns(
  { store, ledger, name: project }: OpenedStore,
  since: string | null,
): Promise<ReportResult> {
  if (ledger !== null) return reportTally(store, { project, uid: ledger.uid, since })
  return {
    project,
    since,
    ...buildReport({ runs: [], sections: [], unended: 0, interrupted: 0, checked: 0 }),
  }
}

/** Compares the outcomes of runs with context and without. */
export async function reportTally(store: Pick<Store, 'tally'>, input: ReportInput): Promise<ReportResult> {
  const { project, uid, since } = input
  const tally = await store.tally(uid, since ?? undefined)
  return { project, since, ...buildReport(tally) }
}
