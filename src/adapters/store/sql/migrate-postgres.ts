import type { Pool, PoolClient } from 'pg'
import { findPendingMigrations, listStatements } from './migrations.ts'
import { storeApplicationId } from './schema-version.ts'

/** Brings a database up to date. If several processes try at once, one does it and the others wait. */
export async function migratePostgres(pool: Pool, clock: () => Date): Promise<void> {
  const client = await pool.connect()
  try {
    if (findPendingMigrations(await readApplied(client)).length === 0) return
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [storeApplicationId])
    await applyMigrations(client, clock().toISOString())
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function readApplied(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query(`SELECT to_regclass('migrations') IS NOT NULL AS found`)
  if (rows[0]?.found !== true) return []
  const { rows: names } = await client.query('SELECT name FROM migrations ORDER BY name')
  return names.map(({ name }) => String(name))
}

async function applyMigrations(client: PoolClient, now: string): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at text NOT NULL)',
  )
  // Read again under the lock: another process may have migrated meanwhile.
  for (const migration of findPendingMigrations(await readApplied(client))) {
    for (const statement of listStatements(migration, 'postgres')) await client.query(statement)
    await client.query('INSERT INTO migrations (name, applied_at) VALUES ($1, $2)', [migration.name, now])
  }
}
