import { statSync } from 'node:fs'
import type { ImportItem, Store, StoreImportResult } from '../../../ports/index.ts'
import { inMemoryFile } from './connection.ts'
import { type Database, openDatabase } from './database.ts'
import type { InsertOptions } from './insert.ts'
import { LedgerImport } from './ledger-import.ts'
import { pruneBlobs } from './prune.ts'
import type { Transaction } from './query.ts'
import { forgetRecords, readLedgerRecords, readRecordBodies } from './records.ts'
import { translateSqliteError } from './sqlite-error.ts'
import { createStoreReads, readStats } from './store-reads.ts'
import { createStoreWrites } from './store-writes.ts'
import { translateErrors } from './translate-errors.ts'

export type SqliteOptions = InsertOptions

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { file } = options
  const database = await openDatabase(options)
  const deps = { ...options, server: false }
  const inTurn = createQueue()
  const write = <T>(createTransaction: () => Transaction<T>) =>
    inTurn(() => database.write(createTransaction))
  const erase = <T extends object>(createTransaction: () => Transaction<T>) =>
    inTurn(() => writeAndErase(database, createTransaction))
  const store: Store = {
    engine: 'sqlite',
    ...createStoreReads(async (transaction) => database.run(transaction), 'sqlite'),
    ...createStoreWrites(write, deps),
    prune: (key, pruning, parcelFor) => erase(() => pruneBlobs(deps, { ...pruning, key, parcelFor })),
    records: async (key) => (hasRecords(database) ? database.run(readLedgerRecords(deps, key)) : []),
    recordBodies: async (uid) => (hasRecords(database) ? database.run(readRecordBodies(deps, uid)) : []),
    forgetRecords: (key, ids, parcelFor) => erase(() => forgetRecords(deps, key, { ids, parcelFor })),
    import: (arrivals) => inTurn(() => importLedgers(database, options, arrivals)),
    stats: async () => ({ engine: 'sqlite', bytes: measureStore(file), ...database.run(readStats()) }),
    close: async () => database.close(),
  }
  return translateErrors(store, (error) => translateSqliteError(error, file))
}

/** A store that can only be read keeps the schema of the version that wrote it, and may lack this table. */
function hasRecords({ connection }: Database): boolean {
  const sql = `SELECT 1 FROM sqlite_schema WHERE name = 'tactical_records'`
  return connection.prepare(sql).get() !== undefined
}

/** Runs acts one after the other. An import holds the lock for long, and its own process must not block while waiting for it. */
function createQueue(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** An import waits for its arrivals, so it has its own connection: no other statement gets into its transaction. */
async function importLedgers(
  main: Database,
  options: SqliteOptions,
  arrivals: AsyncIterable<ImportItem>,
): Promise<StoreImportResult> {
  const database = options.file === inMemoryFile ? main : await openDatabase(options)
  try {
    await database.begin()
    const ledgerImport = new LedgerImport({ ...options, server: false })
    for await (const arrival of arrivals) database.run(ledgerImport.take(arrival))
    const imported = database.run(ledgerImport.finish())
    database.commit()
    return imported
  } finally {
    database.rollback()
    if (database !== main) database.close()
  }
}

/** Overwrites deleted data on the disk, because it may be a secret. */
async function writeAndErase<T extends object>(
  database: Database,
  createTransaction: () => Transaction<T>,
): Promise<T & { readonly overwritten: boolean }> {
  const result = await database.write(() => {
    database.connection.exec('PRAGMA secure_delete = ON')
    return createTransaction()
  })
  return { ...result, overwritten: releaseSpace(database) }
}

/**
 * Returns free pages to the disk and truncates the WAL. While another process reads, the pages it may need keep the deleted data: then this
 * returns false, and the next checkpoint without readers overwrites them.
 */
function releaseSpace({ connection }: Database): boolean {
  try {
    connection.exec('PRAGMA incremental_vacuum')
    return connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
  } catch {
    return false
  }
}

function measureStore(file: string): number {
  return ['', '-wal', '-shm']
    .map((suffix) => statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size)
}
