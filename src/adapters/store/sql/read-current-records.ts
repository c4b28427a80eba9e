import type { StoredRecord } from '../../../core/sources/index.ts'
import { StoreFailure } from '../../../core/values/index.ts'
import type { LedgerKey } from '../../../ports/index.ts'
import type { DatabaseOptions } from './connection.ts'
import { type Database, openDatabase } from './database.ts'
import { findProjectRow } from './project-row.ts'
import { readRecords } from './records.ts'

/** Reads the records of a ledger that have neither expired nor become candidates, from a SQLite file. Loads no query builder. */
export async function readCurrentRecords(
  options: DatabaseOptions,
  key: LedgerKey,
  now: string,
): Promise<readonly StoredRecord[]> {
  const database = await openReadable(options)
  try {
    const ledger = database.run(findProjectRow({ server: false }, key))
    return ledger === null ? [] : database.run(readRecords(ledger.id, now))
  } finally {
    database.close()
  }
}

/** Opens a file, even in a directory that is not writable. */
async function openReadable(options: DatabaseOptions): Promise<Database> {
  try {
    return await openDatabase(options)
  } catch (error) {
    if (!(error instanceof StoreFailure) || error.code !== 'store-read-only') throw error
    return openDatabase({ ...options, immutable: true })
  }
}
