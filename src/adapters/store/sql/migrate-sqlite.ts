import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreFailure } from '../../../core/values/index.ts'
import { type DatabaseOptions, readHeader } from './connection.ts'
import { createNewerStoreFailure, findPendingMigrations, listStatements } from './migrations.ts'
import { schemaVersion, storeApplicationId } from './schema-version.ts'

/** Brings a file up to date. If several processes try at once, one does it and the others wait. */
export async function migrateSqlite(connection: DatabaseSync, options: DatabaseOptions): Promise<void> {
  // In one transaction, because another process may create the tables between two reads.
  connection.exec('BEGIN')
  try {
    refuseForeign(connection, options.file)
  } finally {
    connection.exec('ROLLBACK')
  }
  await useWal(connection, options.timeoutMs)
  connection.exec('BEGIN IMMEDIATE')
  try {
    // Checked again under the lock: another process may have written meanwhile.
    refuseForeign(connection, options.file)
    applyMigrations(connection, options.clock().toISOString())
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

function refuseForeign(connection: DatabaseSync, file: string): void {
  const version = readHeader(connection, 'user_version')
  if (readHeader(connection, 'application_id') === storeApplicationId) {
    if (version > schemaVersion) throw createNewerStoreFailure(version)
    return
  }
  const { tables } = connection.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() ?? {}
  if (tables !== 0 || version !== 0) {
    throw new StoreFailure('store-damaged', `${file} is a database, but not one of foreword`)
  }
}

/** Changing the journal mode takes a lock that SQLite does not always wait for by itself. */
async function useWal(connection: DatabaseSync, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      connection.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      const busy = [5, 6].includes(Number((error as { errcode?: unknown }).errcode) & 0xff)
      if (!busy || performance.now() > deadline) throw error
      await pause(5 + Math.random() * 20)
    }
  }
}

function applyMigrations(connection: DatabaseSync, now: string): void {
  connection.exec(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT',
  )
  const applied = connection.prepare('SELECT name FROM migrations ORDER BY name').all()
  const insert = connection.prepare('INSERT INTO migrations (name, applied_at) VALUES (?, ?)')
  for (const migration of findPendingMigrations(applied.map(({ name }) => String(name)))) {
    for (const statement of listStatements(migration, 'sqlite')) connection.exec(statement)
    insert.run(migration.name, now)
  }
  connection.exec(`PRAGMA application_id = ${storeApplicationId}; PRAGMA user_version = ${schemaVersion}`)
}
