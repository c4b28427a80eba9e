import { DatabaseSync } from 'node:sqlite'

export interface QueuedJob {
  readonly name: string
  readonly due: number
  readonly attempt: number
}

/** Takes the job that is due first. One transaction, so that two processes never take the same job. */
export function takeJob(database: DatabaseSync, now: number): QueuedJob | null {
  const row = database
    .prepare('DELETE FROM queue WHERE rowid = (SELECT rowid FROM queue WHERE due <= ? ORDER BY due, rowid LIMIT 1) RETURNING name, due, attempt')
    .get(now)
  return (row as QueuedJob | undefined) ?? null
}

/** A failed job waits a minute, then two, then four, at most an hour. */
export function retryDelay(attempt: number): number {
  return Math.min(60, 2 ** attempt) * 60_000
}
