import { reportOf } from '../../core/report/index.ts'
import type { Store } from '../../ports/index.ts'
import type { ReportAnswer } from './outputs-report.ts'

export interface ReportOrder {
  readonly project: string
  readonly uid: string
  /** ISO 8601; null for all there is. */
  readonly since: string | null
}

/** How runs ended, with context and without. */
export async function report(store: Pick<Store, 'tally'>, order: ReportOrder): Promise<ReportAnswer> {
  const { project, uid, since } = order
  const tally = await store.tally(uid, since ?? undefined)
  return { project, since, ...reportOf(tally) }
}
