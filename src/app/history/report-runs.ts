import { buildReport, type Comparison, type Rate, type Report } from '../../core/history/index.ts'
import type { Store } from '../../ports/index.ts'
import { type Output, outputFields, requireExactType, type Zod } from '../output/index.ts'
import type { OpenedStore } from './opened-store.ts'

export function reportOutput(z: Zod) {
  const { text, maybe, count, time } = outputFields(z)
  const rate = rateField(z)
  const comparison = comparisonField(z)
  return requireExactType<Report & { project: string; since: string | null }>()(
    z.strictObject({
      project: text,
      since: time.nullable(),
      runs: count,
      interrupted: count.describe('Runs that the user stopped; not counted in any rate'),
      checked: count.describe('Runs that a command of --check judged'),
      context: comparison,
      levels: z.array(z.strictObject({ ...rate.shape, level: maybe })),
      agents: z.array(z.strictObject({ agent: text, all: rate, context: comparison })),
      sections: z.array(z.strictObject({ ...comparison.shape, section: text })),
      notes: z.array(text),
    }),
  )
}

export type ReportResult = Output<typeof reportOutput>

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

function rateField(z: Zod) {
  const { count, maybeAmount } = outputFields(z)
  return requireExactType<Rate>()(
    z.strictObject({
      runs: count,
      successes: count,
      rate: maybeAmount,
      low: maybeAmount,
      high: maybeAmount,
    }),
  )
}

function comparisonField(z: Zod) {
  const { maybeAmount } = outputFields(z)
  const rate = rateField(z)
  return requireExactType<Comparison>()(
    z.strictObject({
      with: rate,
      without: rate,
      difference: maybeAmount,
      low: maybeAmount,
      high: maybeAmount,
      verdict: z.enum(['better', 'worse', 'no difference seen', 'too little data']),
    }),
  )
}
