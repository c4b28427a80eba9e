// Appends to a SQLite store from a short-lived process. Loads neither the Postgres driver nor the migrations.
import type { Parcel } from '../../../core/receipt/index.ts'
import type { AppendResult, LedgerKey } from '../../../ports/index.ts'
import { appendParcels } from './append.ts'
import type { DatabaseOptions } from './connection.ts'
import { type Database, openDatabase } from './database.ts'
import { emptyWal } from './wal.ts'

export interface InsertOptions extends DatabaseOptions {
  readonly hash: (text: string) => string
  readonly newUid: (name: string) => string
}

export interface Insert {
  /** Appends all parcels or none. Runs synchronously, unless the file was replaced meanwhile. */
  append(key: LedgerKey, parcels: readonly Parcel[]): Promise<AppendResult[]>
  /** Moves the WAL into the main file, which takes time. A short-lived process need not call it: nothing is lost. */
  close(): void
}

export async function openInsert(options: InsertOptions): Promise<Insert> {
  return createInsert(await openDatabase(options), options)
}

/** Uses a connection that other parts of the process use too. */
export function createInsert(database: Database, options: InsertOptions): Insert {
  const deps = { ...options, server: false, uncompressed: true }
  return {
    async append(key, parcels) {
      const appended = await database.write(() => appendParcels(deps, key, parcels))
      emptyWal(database.connection, options)
      return appended
    },
    close: () => database.close(),
  }
}
