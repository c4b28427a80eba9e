import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreFailure } from '../../core/values/index.ts'
import { type DatabaseOptions, header } from './file.ts'
import { missing, newer, statementsOf } from './migrations.ts'
import { applicationId, schemaVersion } from './schema-version.ts'

/** Brings a file up to date. Many processes may come at once: all wait, one does it. */
export async function migrate(connection: DatabaseSync, options: DatabaseOptions): Promise<void> {
  refuseForeign(connection, options.file)
  await useWal(connection, options.timeoutMs)
  connection.exec('BEGIN IMMEDIATE')
  try {
    // Again, now that nobody else can write.
    refuseForeign(connection, options.file)
    apply(connection, options.clock().toISOString())
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

function refuseForeign(connection: DatabaseSync, file: string): void {
  const version = header(connection, 'user_version')
  if (header(connection, 'application_id') === applicationId) {
    if (version > schemaVersion) throw newer(version)
    return
  }
  const { tables } = connection.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() ?? {}
  if (tables !== 0 || version !== 0) {
    throw new StoreFailure('store-damaged', `${file} is a database, and not one of foreword`)
  }
}

/** Changing the mode takes a lock that SQLite does not always wait for by itself. */
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

function apply(connection: DatabaseSync, now: string): void {
  connection.exec(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT',
  )
  const applied = connection.prepare('SELECT name FROM migrations ORDER BY name').all()
  const insert = connection.prepare('INSERT INTO migrations (name, applied_at) VALUES (?, ?)')
  for (const migration of missing(applied.map(({ name }) => String(name)))) {
    for (const statement of statementsOf(migration, 'sqlite')) connection.exec(statement)
    insert.run(migration.name, now)
  }
  connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`)
}
