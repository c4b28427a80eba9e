import type { Pool, PoolClient } from 'pg'
import { findPendingMigrations, listStatements } from './migrations.ts'
import {
  defaultSchema,
  explainRights,
  findPostgresSchema,
  preparePostgresSchema,
  quoteIdentifier,
  readApplied,
} from './postgres-schema.ts'
import { storeApplicationId } from './schema-version.ts'

export interface PostgresMigration {
  /** The schema that the user named, or null. */
  readonly named: string | null
  readonly clock: () => Date
}

/** Brings a database up to date and returns the schema of its tables. If several processes try at once, one does it and the others wait. */
export async function migratePostgres(pool: Pool, { named, clock }: PostgresMigration): Promise<string> {
  const client = await pool.connect()
  let schema = named ?? defaultSchema
  try {
    if (named === null) schema = await findPostgresSchema(client)
    if (findPendingMigrations(await readApplied(client, schema)).length > 0)
      await migrateSchema(client, schema, clock)
    return schema
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw await explainRights(client, schema, error)
  } finally {
    client.release()
  }
}

async function migrateSchema(client: PoolClient, schema: string, clock: () => Date): Promise<void> {
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [storeApplicationId])
  await preparePostgresSchema(client, schema)
  await client.query(`SET LOCAL search_path TO ${quoteIdentifier(schema)}`)
  await applyMigrations(client, schema, clock().toISOString())
  await client.query('COMMIT')
}

async function applyMigrations(client: PoolClient, schema: string, now: string): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at text NOT NULL)',
  )
  // Read again under the lock: another process may have migrated meanwhile.
  for (const migration of findPendingMigrations(await readApplied(client, schema))) {
    for (const statement of listStatements(migration, 'postgres')) await client.query(statement)
    await client.query('INSERT INTO migrations (name, applied_at) VALUES ($1, $2)', [migration.name, now])
  }
}
