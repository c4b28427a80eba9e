import { closeSync, openSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { StoreFailure } from '../../core/values/index.ts'
import { sqliteFailure } from './failures.ts'
import { type DatabaseOptions, header, inMemory } from './file.ts'
import { hold } from './held.ts'
import { applicationId, schemaVersion } from './schema-version.ts'
import { lastingWalPages } from './wal.ts'

/** A connection, and which file it leads to: a name can be given to another one. */
export interface Opened {
  readonly connection: DatabaseSync
  /** Null for what has no name, or is never written to. */
  readonly inode: string | null
}

export async function open(options: DatabaseOptions): Promise<Opened> {
  const { file, immutable = false } = options
  let connection: DatabaseSync | undefined
  try {
    // Before it is opened: if it is replaced in between, we open it once more than we must.
    const inode = inodeFor(options)
    connection = immutable ? await readOnly(options) : connect(options)
    if (!immutable) prepare(connection, options)
    if (!isCurrent(connection) && !(immutable && isOlder(connection))) {
      const { migrate } = await import('./migrate-sqlite.ts')
      await migrate(connection, options)
    }
    refuseForeignCode(connection, file)
    return { connection, inode }
  } catch (error) {
    const told = sqliteFailure(error, file)
    if (told instanceof StoreFailure && told.code === 'store-damaged') hold(connection)
    else connection?.close()
    throw told
  }
}

/** Null when nothing has that name. */
export function inodeOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}

function inodeFor({ file, immutable }: DatabaseOptions): string | null {
  if (immutable === true || file === inMemory) return null
  const there = inodeOf(file)
  if (there !== null) return there
  touch(file)
  return inodeOf(file)
}

function connect({ file, timeoutMs }: DatabaseOptions): DatabaseSync {
  // Here and not above: a hook has this file in hand also where nothing is kept.
  const sqlite = process.getBuiltinModule('node:sqlite')
  return new sqlite.DatabaseSync(file, { timeout: timeoutMs, defensive: true })
}

/** Apart from connecting: it may fail, and whoever called must then have the connection in hand. */
function prepare(connection: DatabaseSync, { durability, lasting }: DatabaseOptions): void {
  connection.exec(
    `PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`,
  )
  if (lasting === true) connection.exec(`PRAGMA wal_autocheckpoint = ${lastingWalPages}`)
}

/** Loaded here and not above: those who write never need it. */
async function readOnly(options: DatabaseOptions): Promise<DatabaseSync> {
  const { connectReadOnly } = await import('./read-only.ts')
  return connectReadOnly(options)
}

/** Only for its owner from the first byte on: SQLite gives the files beside it the same mode. */
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

/** One that can only be read stays as it is: what was added since is not needed to read the rest. */
function isOlder(connection: DatabaseSync): boolean {
  const version = header(connection, 'user_version')
  return version > 0 && version < schemaVersion && header(connection, 'application_id') === applicationId
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
