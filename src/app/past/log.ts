import type { LogQuery } from '../../ports/index.ts'
import type { LogAnswer } from './answers.ts'
import type { PastTools } from './find.ts'

/** One page of injections, newest first. */
export async function log(past: PastTools, query: LogQuery): Promise<LogAnswer> {
  const limit = Math.max(1, query.limit)
  // One more than asked for tells whether there is another page.
  const rows = await past.store.log(past.uid, { ...query, limit: limit + 1 })
  const injections = rows.slice(0, limit)
  const next = rows.length > limit ? injections.at(-1)!.seq : null
  return { project: past.project, injections, next }
}
