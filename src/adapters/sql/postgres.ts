import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Arrival, Imported, Store } from '../../ports/index.ts'
import { append } from './append.ts'
import { Arrivals } from './arrivals.ts'
import { guarded } from './guard.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { postgresFailure } from './postgres-failures.ts'
import { prune } from './prune.ts'
import { readStats, reads } from './reads.ts'
import { bodiesOf, forgetRecords, keepRecord, promoteRecord, recordsOf } from './records.ts'
import type { Tabled, Tables } from './tables.ts'
import type { Tools } from './tools.ts'
import type { Work } from './work.ts'

export interface PostgresOptions {
  readonly url: string
  readonly hash: (text: string) => string
  readonly newUid: (name: string) => string
  readonly connectTimeoutMs: number
  /** At most so many at once. */
  readonly connections?: number
  readonly clock?: () => Date
}

export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const failure = (error: unknown) => postgresFailure(error, options.url)
  let pool: Pool | undefined
  try {
    const opened = await openPool(options)
    pool = opened
    const clock = options.clock ?? (() => new Date())
    await migratePostgres(opened, clock)
    return guarded(storeOver(opened, { ...options, clock, server: true }), failure)
  } catch (error) {
    await pool?.end().catch(() => undefined)
    throw failure(error)
  }
}

/** Loaded here and not above: those who keep a file never need it. */
async function openPool({ url, connections, connectTimeoutMs }: PostgresOptions): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: connections ?? 4,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: 120_000,
    application_name: 'foreword',
    allowExitOnIdle: true,
    keepAlive: true,
    types: { getTypeParser: (oid, format) => parserOf(oid) ?? pg.types.getTypeParser(oid, format) },
  })
  // A connection that dies while nobody uses it is replaced when somebody does.
  pool.on('error', () => undefined)
  return pool
}

/** Large integers and sums come as text; ours fit into a number. */
const parserOf = (oid: number) => (oid === 20 || oid === 1700 ? Number : undefined)

function storeOver(pool: Pool, tools: Tools): Store {
  const db: Tabled = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const written = <T>(work: () => Work<T>) =>
    again(() => inTransaction(pool, (client) => drive(client, work())))
  return {
    engine: 'postgres',
    ...reads(db, 'postgres'),
    append: (key, parcels) => written(() => append(tools, key, parcels)),
    records: (key) => read(pool, recordsOf(tools, key)),
    recordBodies: (uid) => read(pool, bodiesOf(tools, uid)),
    keepRecord: (key, record, parcel) => written(() => keepRecord(tools, key, { record, parcel })),
    promoteRecord: (key, id, promotion, parcel) =>
      written(() => promoteRecord(tools, key, { id, promotion, parcel })),
    forgetRecords: async (key, ids, parcelFor) => ({
      ...(await written(() => forgetRecords(tools, key, { ids, parcelFor }))),
      overwritten: false,
    }),
    prune: (key, pruning, parcelFor) =>
      again(async () => {
        const work = { ...pruning, key, parcelFor }
        const pruned = await inTransaction(pool, (client) => drive(client, prune(tools, work)))
        // Old versions of rows stay until the server cleans up by itself.
        return { ...pruned, overwritten: false }
      }),
    import: (arrivals) => inTransaction(pool, (client) => importInto(client, tools, arrivals)),
    stats: async () => ({ engine: 'postgres', bytes: await bytesOf(db), ...(await readStats(db)) }),
    close: () => db.destroy(),
  }
}

async function importInto(
  client: PoolClient,
  tools: Tools,
  arrivals: AsyncIterable<Arrival>,
): Promise<Imported> {
  const under = new Arrivals(tools)
  for await (const arrival of arrivals) await drive(client, under.take(arrival))
  return drive(client, under.finish())
}

async function drive<T>(client: PoolClient, work: Work<T>): Promise<T> {
  let state = work.next()
  while (!state.done) {
    const { sql: text, values } = state.value
    state = work.next((await client.query(numbered(text), [...values])).rows)
  }
  return state.value
}

/** No statement of ours has a question mark that is no place for a value. */
function numbered(text: string): string {
  let count = 0
  return text.replaceAll('?', () => `$${++count}`)
}

async function read<T>(pool: Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await drive(client, work)
  } finally {
    client.release()
  }
}

async function inTransaction<T>(pool: Pool, act: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection may also die between two statements, when nobody waits for an answer.
  const note = (error: Error) => {
    broken = error
  }
  client.on('error', note)
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = '20s'`)
    const result = await act(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(note)
    throw error
  } finally {
    client.off('error', note)
    client.release(broken)
  }
}

/** Two that wait for each other's texts: Postgres lets one of them begin again. */
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act()
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (tries === 5 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

const tables = [
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

async function bytesOf(db: Tabled): Promise<number | null> {
  const sizes = tables.map((table) => sql`pg_total_relation_size(to_regclass(${table}))`)
  const { rows } = await sql<{ bytes: number | null }>`SELECT ${sql.join(sizes, sql` + `)} AS bytes`.execute(
    db,
  )
  return rows[0]?.bytes ?? null
}
