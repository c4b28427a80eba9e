import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { StoreFailure } from '../../core/values/index.ts'
import { sqliteFailure } from './failures.ts'
import { type DatabaseOptions, header, inMemory } from './file.ts'
import { applicationId, schemaVersion } from './schema-version.ts'
import type { Work } from './work.ts'

/** A SQLite file that is ours, and current. */
export interface Database {
  readonly file: string
  readonly connection: DatabaseSync
  /** In one transaction that no other process can come between. */
  write<T>(work: () => Work<T>): T
  begin(): void
  /** One step of a transaction that was begun. */
  step<T>(work: Work<T>): T
  commit(): void
  rollback(): void
  close(): void
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { file } = options
  let connection: DatabaseSync | undefined
  try {
    connection = options.immutable === true ? await readOnly(options) : connect(options)
    if (!isCurrent(connection)) {
      const { migrate } = await import('./migrate-sqlite.ts')
      await migrate(connection, options)
    }
    refuseForeignCode(connection, file)
    return around(connection, file)
  } catch (error) {
    const told = sqliteFailure(error, file)
    if (told instanceof StoreFailure && told.code === 'store-damaged') hold(connection)
    else connection?.close()
    throw told
  }
}

const held: (DatabaseSync | undefined)[] = []

/**
 * Leaves a connection open for as long as the process lives. Closing moves what waits beside the file into it and deletes it there by name:
 * with a damaged file that destroys what could be saved, with one that was replaced it hits the new one.
 */
export function hold(connection: DatabaseSync | undefined): void {
  held.push(connection)
}

/**
 * In pages. A process that ends without closing leaves the WAL to the next one, which reads all of it before anything else: at the usual
 * 1000 pages that took it 2-4 ms, and emptying it four times as often costs less.
 */
const soon = 250

/** Only for its owner from the first byte on: SQLite gives the files beside it the same mode. */
function connect({ file, timeoutMs, durability }: DatabaseOptions): DatabaseSync {
  if (file !== inMemory && statSync(file, { throwIfNoEntry: false }) === undefined) touch(file)
  const connection = new DatabaseSync(file, { timeout: timeoutMs, defensive: true })
  connection.exec(
    `PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA wal_autocheckpoint = ${soon}; PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`,
  )
  return connection
}

/** Loaded here and not above: those who write never need it. */
async function readOnly(options: DatabaseOptions): Promise<DatabaseSync> {
  const { connectReadOnly } = await import('./read-only.ts')
  return connectReadOnly(options)
}

function touch(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StoreFailure('store-full', message)
    throw new StoreFailure('store-read-only', message)
  }
}

function isCurrent(connection: DatabaseSync): boolean {
  return (
    header(connection, 'user_version') === schemaVersion &&
    header(connection, 'application_id') === applicationId
  )
}

/** We make no trigger and no view: what they would do, somebody else wants done. */
function refuseForeignCode(connection: DatabaseSync, file: string): void {
  const found = connection
    .prepare(`SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view') LIMIT 1`)
    .get()
  if (found !== undefined) {
    throw new StoreFailure('store-damaged', `${file}: foreword did not make the ${found.type} ${found.name}`)
  }
}

function around(connection: DatabaseSync, file: string): Database {
  const prepared = new Map<string, StatementSync>()
  const run = (sql: string, values: readonly (string | number | Uint8Array | null)[]) => {
    let statement = prepared.get(sql)
    if (statement === undefined) {
      statement = connection.prepare(sql)
      prepared.set(sql, statement)
    }
    return statement.all(...values)
  }
  const step = <T>(work: Work<T>): T => {
    let state = work.next()
    while (!state.done) state = work.next(run(state.value.sql, state.value.values))
    return state.value
  }
  const telling = <T>(act: () => T): T => {
    try {
      return act()
    } catch (error) {
      throw sqliteFailure(error, file)
    }
  }
  const rollback = () => {
    if (connection.isTransaction) connection.exec('ROLLBACK')
  }
  return {
    file,
    connection,
    write: (work) =>
      telling(() => {
        connection.exec('BEGIN IMMEDIATE')
        try {
          const result = step(work())
          connection.exec('COMMIT')
          return result
        } catch (error) {
          rollback()
          throw error
        }
      }),
    begin: () => telling(() => connection.exec('BEGIN IMMEDIATE')),
    step: (work) => telling(() => step(work)),
    commit: () => telling(() => connection.exec('COMMIT')),
    rollback,
    close: () => {
      if (connection.isOpen) connection.close()
    },
  }
}
