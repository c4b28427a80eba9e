import type { Hash, LogQuery } from '../../ports/index.ts'
import { logRowField, type Output, outputFields, type Zod } from '../output/index.ts'
import { type HistoryDeps, parseOutcomeEntry } from './find-injection.ts'
import { type OpenedStore, requireLedger } from './opened-store.ts'

export function logOutput(z: Zod) {
  const { text, count } = outputFields(z)
  const row = logRowField(z)
  return z.strictObject({
    project: text,
    injections: z.array(row).describe('Newest first'),
    next: count.nullable().describe('Value for --before; null on the last page'),
  })
}

export type LogResult = Output<typeof logOutput>

/** Lists one page of injections, newest first. The page is empty if nothing was recorded. */
export async function listInjections(opened: OpenedStore, hash: Hash, query: LogQuery): Promise<LogResult> {
  if (opened.ledger === null) return { project: opened.name, injections: [], next: null }
  return readLog(requireLedger(opened, hash), query)
}

/** Reads one page of injections of a ledger. */
export async function readLog(past: HistoryDeps, query: LogQuery): Promise<LogResult> {
  const limit = Math.max(1, query.limit)
  // Read one row more than asked for, to know whether another page follows.
  const runs = query.session === undefined ? [] : await findRuns(past, query.session)
  const rows = await past.store.log(past.uid, { ...query, runs, limit: limit + 1 })
  const injections = rows.slice(0, limit)
  const next = rows.length > limit ? injections.at(-1)!.seq : null
  return { project: past.project, injections, next }
}

const pageSize = 500
/** More runs than one session of an agent has. */
const maxRuns = 100

/** Finds the runs of a session: a run has its own session id until the agent reports its id. */
async function findRuns({ store, uid }: HistoryDeps, session: string): Promise<string[]> {
  const runs: string[] = []
  const quoted = JSON.stringify(session)
  for (let after = 0; runs.length < maxRuns; ) {
    const page = await store.entries(uid, after, pageSize, 'outcome')
    const likely = page.filter(({ entry }) => entry.body.includes(quoted)).map(parseOutcomeEntry)
    runs.push(...likely.flatMap((outcome) => (outcome?.session_id === session ? [outcome.run_id] : [])))
    if (page.length < pageSize) break
    after = page.at(-1)!.entry.seq
  }
  return runs.slice(0, maxRuns)
}
