// Appends to a SQLite store from a process that lives for moments: loads no query builder, no driver, and no more than it needs.
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Parcel } from '../../core/ledger/index.ts'
import type { Appended, LedgerKey } from '../../ports/index.ts'
import { append } from './append.ts'
import { openDatabase } from './database.ts'
import type { DatabaseOptions } from './file.ts'

export interface InsertOptions extends DatabaseOptions {
  readonly hash: (text: string) => string
  readonly newUid: (name: string) => string
}

export interface Insert {
  /** All of them or none. In the store before anyone else gets a turn, unless its file was replaced meanwhile. */
  append(key: LedgerKey, parcels: readonly Parcel[]): Promise<Appended[]>
  /** For those who live longer. It moves what was written into the main file, which takes its time; nothing is lost without it. */
  close(): void
}

export async function openInsert(options: InsertOptions): Promise<Insert> {
  const database = await openDatabase(options)
  const tools = { ...options, server: false }
  return {
    async append(key, parcels) {
      const appended = await database.write(() => append(tools, key, parcels))
      emptyWal(database.connection, options)
      return appended
    },
    close: () => database.close(),
  }
}

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
