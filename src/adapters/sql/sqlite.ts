import { statSync } from 'node:fs'
import { Kysely } from 'kysely'
import type { Arrival, Imported, Store } from '../../ports/index.ts'
import { append } from './append.ts'
import { Arrivals } from './arrivals.ts'
import { type Database, openDatabase } from './database.ts'
import { sqliteFailure } from './failures.ts'
import { inMemory } from './file.ts'
import { guarded } from './guard.ts'
import type { InsertOptions } from './insert.ts'
import { prune } from './prune.ts'
import { readStats, reads } from './reads.ts'
import { bodiesOf, forgetRecords, keepRecord, promoteRecord, recordsOf } from './records.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Tables } from './tables.ts'

export type SqliteOptions = InsertOptions

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { file } = options
  const database = await openDatabase(options)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(() => database.connection) })
  const tools = { ...options, server: false }
  const inTurn = turns()
  const store: Store = {
    engine: 'sqlite',
    ...reads(db, 'sqlite'),
    append: (key, parcels) => inTurn(() => database.write(() => append(tools, key, parcels))),
    prune: (key, pruning, parcelFor) =>
      inTurn(async () => {
        const pruned = await database.write(() => {
          // What is deleted is overwritten: it may be what somebody wants to be gone.
          database.connection.exec('PRAGMA secure_delete = ON')
          return prune(tools, { ...pruning, key, parcelFor })
        })
        return { ...pruned, overwritten: giveBack(database) }
      }),
    records: async (key) => (hasRecords(database) ? database.step(recordsOf(tools, key)) : []),
    recordBodies: async (uid) => (hasRecords(database) ? database.step(bodiesOf(tools, uid)) : []),
    keepRecord: (key, record, parcel) =>
      inTurn(() => database.write(() => keepRecord(tools, key, { record, parcel }))),
    promoteRecord: (key, id, promotion, parcel) =>
      inTurn(() => database.write(() => promoteRecord(tools, key, { id, promotion, parcel }))),
    forgetRecords: (key, ids, parcelFor) =>
      inTurn(async () => {
        const forgotten = await database.write(() => {
          database.connection.exec('PRAGMA secure_delete = ON')
          return forgetRecords(tools, key, { ids, parcelFor })
        })
        return { ...forgotten, overwritten: giveBack(database) }
      }),
    import: (arrivals) => inTurn(() => importInto(database, options, arrivals)),
    stats: async () => ({ engine: 'sqlite', bytes: bytesOf(file), ...(await readStats(db)) }),
    close: async () => database.close(),
  }
  return guarded(store, (error) => sqliteFailure(error, file))
}

/** One that can only be read stays as an older foreword made it. */
function hasRecords({ connection }: Database): boolean {
  const sql = `SELECT 1 FROM sqlite_schema WHERE name = 'tactical_records'`
  return connection.prepare(sql).get() !== undefined
}

/** One after the other: an import holds the lock for long, and its own process must not wait for it without a pause. */
function turns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** Arrivals are waited for, so they have a connection of their own: nothing else gets into their transaction. */
async function importInto(
  main: Database,
  options: SqliteOptions,
  arrivals: AsyncIterable<Arrival>,
): Promise<Imported> {
  const database = options.file === inMemory ? main : await openDatabase(options)
  try {
    await database.begin()
    const under = new Arrivals({ ...options, server: false })
    for await (const arrival of arrivals) database.step(under.take(arrival))
    const imported = database.step(under.finish())
    database.commit()
    return imported
  } finally {
    database.rollback()
    if (database !== main) database.close()
  }
}

/**
 * Space goes back to the disk, and zeros take the place of what was deleted. While others read, the pages they may still need stay as
 * they are, and with them what was deleted; whoever next moves the WAL into the file with nobody reading does it then. False in that case.
 */
function giveBack({ connection }: Database): boolean {
  try {
    connection.exec('PRAGMA incremental_vacuum')
    return connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
  } catch {
    return false
  }
}

function bytesOf(file: string): number {
  const sizes = ['', '-wal', '-shm'].map((end) => statSync(file + end, { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size)
}
