import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { DatabaseOptions } from './file.ts'

/** About eight receipts: more would cost the next ones more to read than emptying it costs this one. */
const largestWal = 384 * 1024

/** In pages of 4 KB: whoever holds the file open knows what is in there. */
export const lastingWalPages = 4096
/** Without a receipt: a hook that comes later finds it empty. */
const quietMs = 500

/**
 * A process that ends without closing leaves the WAL to the next one, which reads all of it before anything else, and cannot know how much
 * of it is in the main file already: it would grow with every receipt. Now and then one of them empties it, unless others are busy with it.
 */
export function emptyWal(connection: DatabaseSync, options: DatabaseOptions): void {
  if (options.lasting === true) {
    emptyWhenQuiet(connection, options)
    return
  }
  if ((statSync(`${options.file}-wal`, { throwIfNoEntry: false })?.size ?? 0) < largestWal) return
  emptyNow(connection, options)
}

function emptyNow(connection: DatabaseSync, { timeoutMs }: DatabaseOptions): void {
  connection.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
  connection.exec(`PRAGMA busy_timeout = ${timeoutMs}`)
}

const timers = new WeakMap<DatabaseSync, NodeJS.Timeout>()

/** Emptying it waits for the disk, so nobody who waits for an answer should wait for that. */
function emptyWhenQuiet(connection: DatabaseSync, options: DatabaseOptions): void {
  const timer = timers.get(connection)
  if (timer !== undefined) {
    timer.refresh()
    return
  }
  const empty = () => {
    timers.delete(connection)
    try {
      if (connection.isOpen) emptyNow(connection, options)
    } catch {
      // It stays as it is until the next pause. What is wrong with the disk is told by the next receipt.
    }
  }
  timers.set(connection, setTimeout(empty, quietMs).unref())
}
