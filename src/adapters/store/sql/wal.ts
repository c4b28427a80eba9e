import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { DatabaseOptions } from './connection.ts'

/** About eight receipts. Reading a larger WAL would cost later processes more than emptying it costs this one. */
const maxWalBytes = 384 * 1024

/** Pages of 4 KB. A server keeps the file open, so it does not read the WAL again. */
export const serverWalPages = 4096
/** A server empties the WAL after this time without a receipt, so that later hooks find it empty. */
const quietMs = 500

/**
 * A process that ends without closing the file leaves the WAL to the next one, which has to read all of it. It would grow with every
 * receipt, so a process that finds it too large empties it, unless other processes are using it.
 */
export function emptyWal(connection: DatabaseSync, options: DatabaseOptions): void {
  if (options.lasting === true) {
    emptyWhenQuiet(connection, options)
    return
  }
  if ((statSync(`${options.file}-wal`, { throwIfNoEntry: false })?.size ?? 0) < maxWalBytes) return
  emptyNow(connection, options)
}

function emptyNow(connection: DatabaseSync, { timeoutMs }: DatabaseOptions): void {
  connection.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
  connection.exec(`PRAGMA busy_timeout = ${timeoutMs}`)
}

const timers = new WeakMap<DatabaseSync, NodeJS.Timeout>()

/** Emptying waits for the disk, so a server does it when no client waits for an answer. */
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
      // The WAL stays until the next pause. If the disk has a fault, the next receipt reports it.
    }
  }
  timers.set(connection, setTimeout(empty, quietMs).unref())
}
