import { reportOf } from '../../core/report/index.ts'
import type { Store } from '../../ports/index.ts'
import type { OpenedStore } from './opened.ts'
import type { ReportAnswer } from './outputs-report.ts'

export interface ReportOrder {
  readonly project: string
  readonly uid: string
  /** ISO 8601; null for all there is. */
  readonly since: string | null
}

/** The same for the ledger of a project, which may have no entry yet. */
export async function reportRuns(
  { store, ledger, name: project }: OpenedStore,
  since: string | null,
): Promise<ReportAnswer> {
  if (ledger !== null) return report(store, { project, uid: ledger.uid, since })
  return { project, since, ...reportOf({ runs: [], sections: [], unended: 0, interrupted: 0 }) }
}

/** How runs ended, with context and without. */
export async function report(store: Pick<Store, 'tally'>, order: ReportOrder): Promise<ReportAnswer> {
  const { project, uid, since } = order
  const tally = await store.tally(uid, since ?? undefined)
  return { project, since, ...reportOf(tally) }
}
