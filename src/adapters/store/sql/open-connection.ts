import { closeSync, openSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { StoreFailure } from '../../../core/values/index.ts'
import { type DatabaseOptions, inMemoryFile, keepConnectionOpen, readHeader } from './connection.ts'
import { schemaVersion, storeApplicationId } from './schema-version.ts'
import { translateSqliteError } from './sqlite-error.ts'
import { serverWalPages } from './wal.ts'

/** A connection and the file behind it. A repair can give the file's name to another file. */
export interface OpenedConnection {
  readonly connection: DatabaseSync
  /** Null for a database in memory or one that is only read. */
  readonly inode: string | null
}

export async function openConnection(options: DatabaseOptions): Promise<OpenedConnection> {
  const { file, immutable = false } = options
  let connection: DatabaseSync | undefined
  try {
    // Read before opening: if the file is replaced in between, the only cost is that it is opened again.
    const inode = prepareFile(options)
    connection = immutable ? await openReadOnly(options) : connect(options)
    if (!immutable) configure(connection, options)
    if (!isCurrent(connection) && !(immutable && isOlder(connection))) {
      const { migrateSqlite } = await import('./migrate-sqlite.ts')
      await migrateSqlite(connection, options)
    }
    refuseForeignCode(connection, file)
    return { connection, inode }
  } catch (error) {
    const failure = translateSqliteError(error, file)
    if (failure instanceof StoreFailure && failure.code === 'store-damaged') keepConnectionOpen(connection)
    else connection?.close()
    throw failure
  }
}

/** Returns device and inode of a file; null if it does not exist. */
export function readInode(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}

function prepareFile({ file, immutable }: DatabaseOptions): string | null {
  if (immutable === true || file === inMemoryFile) return null
  const inode = readInode(file)
  if (inode !== null) return inode
  createFile(file)
  return readInode(file)
}

function connect({ file, timeoutMs }: DatabaseOptions): DatabaseSync {
  // Loaded here and not at the top, because a hook loads this file even if it records nothing.
  const sqlite = process.getBuiltinModule('node:sqlite')
  return new sqlite.DatabaseSync(file, { timeout: timeoutMs, defensive: true })
}

/** Separate from `connect`: this may fail, and the caller must then still have the connection. */
function configure(connection: DatabaseSync, { durability, lasting }: DatabaseOptions): void {
  connection.exec(
    `PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`,
  )
  if (lasting === true) connection.exec(`PRAGMA wal_autocheckpoint = ${serverWalPages}`)
}

/** Loaded here and not at the top, because writers never need it. */
async function openReadOnly(options: DatabaseOptions): Promise<DatabaseSync> {
  const { connectReadOnly } = await import('./read-only.ts')
  return connectReadOnly(options)
}

/** Creates the file readable only by its owner. SQLite gives the WAL the same mode. */
function createFile(file: string): void {
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
    readHeader(connection, 'user_version') === schemaVersion &&
    readHeader(connection, 'application_id') === storeApplicationId
  )
}

/** A store that can only be read is not migrated: the reads need nothing that later migrations added. */
function isOlder(connection: DatabaseSync): boolean {
  const version = readHeader(connection, 'user_version')
  return (
    version > 0 && version < schemaVersion && readHeader(connection, 'application_id') === storeApplicationId
  )
}

/** foreword creates no triggers or views, so another program created these, and they could run any statement. */
function refuseForeignCode(connection: DatabaseSync, file: string): void {
  const found = connection
    .prepare(`SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view') LIMIT 1`)
    .get()
  if (found !== undefined) {
    throw new StoreFailure(
      'store-damaged',
      `${file}: foreword did not create the ${found.type} ${found.name}`,
    )
  }
}
