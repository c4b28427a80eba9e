import type { PoolClient } from 'pg'
import { StoreFailure } from '../../../core/values/index.ts'
import { migrations } from './migrations.ts'

/** Tables of this schema belong to foreword, so they never meet the tables of another program. */
export const defaultSchema = 'foreword'

/** All tables that migrations create on Postgres. */
export const postgresTables = [
  'projects',
  'entries',
  'sessions',
  'blobs',
  'injections',
  'sections',
  'section_sources',
  'events',
  'runs',
  'outcomes',
  'tactical_records',
]

/** Returns the schema that the URL names, as in `?schema=NAME`; null if it names none. */
export function parsePostgresSchema(url: string): string | null {
  const name = URL.parse(url)?.searchParams.get('schema') ?? null
  if (name === null) return null
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(name) && !/^(pg_|information_schema$)/.test(name)) return name
  throw new StoreFailure(
    'store-refused',
    `schema=${JSON.stringify(name.slice(0, 80))} is not a name for a schema of foreword: use up to 63 of a-z, 0-9 and _, without a digit or "pg_" at the start`,
  )
}

/**
 * Finds the schema that holds the store, or will hold it. Before foreword had a schema of its own, its tables were in the first schema of
 * the connection's search path. They stay there, because older versions on other machines still write to them.
 */
export async function findPostgresSchema(client: PoolClient): Promise<string> {
  if ((await readApplied(client, defaultSchema)).length > 0) return defaultSchema
  const { rows } = await client.query(
    `SELECT n.nspname AS schema FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE c.oid = to_regclass('migrations')`,
  )
  const older = rows[0]?.schema
  if (typeof older !== 'string' || (await readApplied(client, older)).length === 0) return defaultSchema
  return older
}

/** Lists the migrations of foreword that a schema has. The list is empty if the schema has a table of that name from another program. */
export async function readApplied(client: PoolClient, schema: string): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT count(*) AS found FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
     JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = 'migrations' AND a.attname IN ('name', 'applied_at') AND NOT a.attisdropped`,
    [schema],
  )
  if (Number(rows[0]?.found) !== 2) return []
  const { rows: applied } = await client.query(
    `SELECT name FROM ${quoteIdentifier(schema)}.migrations ORDER BY name`,
  )
  const names = applied.map(({ name }) => String(name))
  return names.includes(migrations[0]!.name) ? names : []
}

/** Creates the schema if it is missing. Refuses a schema that has tables of another program. */
export async function preparePostgresSchema(client: PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])
  // Postgres asks for the right to create schemas even if "IF NOT EXISTS" finds the schema.
  if (rows.length === 0) await client.query(`CREATE SCHEMA ${quoteIdentifier(schema)}`)
  else await refuseForeignTables(client, schema)
}

async function refuseForeignTables(client: PoolClient, schema: string): Promise<void> {
  if ((await readApplied(client, schema)).length > 0) return
  const { rows } = await client.query(
    `SELECT c.relname AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = ANY($2) ORDER BY c.relname`,
    [schema, ['migrations', ...postgresTables]],
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => String(name)).join(', ')
  throw new StoreFailure(
    'store-refused',
    `the schema "${schema}" has tables of another program (${names}): name another schema, as in ?schema=foreword_context`,
  )
}

/** Says which rights the store needs, if the server refused one. Returns every other error unchanged. */
export async function explainRights(client: PoolClient, schema: string, error: unknown): Promise<unknown> {
  if ((error as { code?: unknown }).code !== '42501') return error
  const { rows } = await client.query('SELECT current_user AS role, current_database() AS database')
  const [role, database] = [rows[0]?.role, rows[0]?.database].map((name) => quoteIdentifier(String(name)))
  const name = quoteIdentifier(schema)
  return new StoreFailure(
    'store-refused',
    `${(error as Error).message}. The role ${role} needs USAGE and CREATE on the schema ${name}. The owner of the database can run: CREATE SCHEMA IF NOT EXISTS ${name} AUTHORIZATION ${role}; or: GRANT CREATE ON DATABASE ${database} TO ${role}`,
  )
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
