import type { Pool, PoolClient } from 'pg'
import { missing, statementsOf } from './migrations.ts'
import { applicationId } from './schema-version.ts'

/** Brings a database up to date. Many may come at once: all wait, one does it. */
export async function migratePostgres(pool: Pool, clock: () => Date): Promise<void> {
  const client = await pool.connect()
  try {
    if (missing(await applied(client)).length === 0) return
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [applicationId])
    await apply(client, clock().toISOString())
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function applied(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query(`SELECT to_regclass('migrations') IS NOT NULL AS there`)
  if (rows[0]?.there !== true) return []
  const { rows: names } = await client.query('SELECT name FROM migrations ORDER BY name')
  return names.map(({ name }) => String(name))
}

async function apply(client: PoolClient, now: string): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at text NOT NULL)',
  )
  // Again, now that nobody else can.
  for (const migration of missing(await applied(client))) {
    for (const statement of statementsOf(migration, 'postgres')) await client.query(statement)
    await client.query('INSERT INTO migrations (name, applied_at) VALUES ($1, $2)', [migration.name, now])
  }
}
