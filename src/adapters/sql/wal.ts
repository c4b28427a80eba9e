import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { DatabaseOptions } from './file.ts'

/** About eight receipts: more would cost the next ones more to read than emptying it costs this one. */
const largestWal = 384 * 1024

/**
 * A process that ends without closing leaves the WAL to the next one, which reads all of it before anything else, and cannot know how much
 * of it is in the main file already: it would grow with every receipt. Now and then one of them empties it, unless others are busy with it.
 */
export function emptyWal(connection: DatabaseSync, { file, timeoutMs }: DatabaseOptions): void {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) < largestWal) return
  connection.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
  connection.exec(`PRAGMA busy_timeout = ${timeoutMs}`)
}
