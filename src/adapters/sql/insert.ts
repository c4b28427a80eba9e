// Appends to a SQLite store from a process that lives for moments: loads no query builder, no driver, and no more than it needs.
import type { Parcel } from '../../core/ledger/index.ts'
import type { Appended, LedgerKey } from '../../ports/index.ts'
import { append } from './append.ts'
import { type Database, openDatabase } from './database.ts'
import type { DatabaseOptions } from './file.ts'
import { emptyWal } from './wal.ts'

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
  return insertInto(await openDatabase(options), options)
}

/** By a connection that others use too. */
export function insertInto(database: Database, options: InsertOptions): Insert {
  const tools = { ...options, server: false, loose: true }
  return {
    async append(key, parcels) {
      const appended = await database.write(() => append(tools, key, parcels))
      emptyWal(database.connection, options)
      return appended
    },
    close: () => database.close(),
  }
}
