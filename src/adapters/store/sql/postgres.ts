import type { Pool, PoolClient } from 'pg'
import type { ImportItem, Store, StoreImportResult } from '../../../ports/index.ts'
import { LedgerImport } from './ledger-import.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { translatePostgresError } from './postgres-error.ts'
import { parsePostgresSchema, postgresTables, quoteIdentifier } from './postgres-schema.ts'
import { pruneBlobs } from './prune.ts'
import { getOptionalNumber, query, type Transaction } from './query.ts'
import { forgetRecords, readLedgerRecords, readRecordBodies } from './records.ts'
import { createStoreReads, type RunTransaction, readStats } from './store-reads.ts'
import { createStoreWrites } from './store-writes.ts'
import { translateErrors } from './translate-errors.ts'
import type { WriteDeps } from './write-deps.ts'

export interface PostgresOptions {
  readonly url: string
  readonly hash: (text: string) => string
  readonly newUid: (name: string) => string
  readonly connectTimeoutMs: number
  /** The most connections at the same time. */
  readonly connections?: number
  readonly clock?: () => Date
}

export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const translate = (error: unknown) => translatePostgresError(error, options.url)
  let pool: Pool | undefined
  try {
    const named = parsePostgresSchema(options.url)
    const opened = await openPool(options)
    pool = opened
    const clock = options.clock ?? (() => new Date())
    const schema = await migratePostgres(opened, { named, clock })
    return translateErrors(
      createStore({ pool: opened, schema }, { ...options, clock, server: true }),
      translate,
    )
  } catch (error) {
    await pool?.end().catch(() => undefined)
    throw translate(error)
  }
}

/** Loads the driver here and not at the top, because a store in a file does not need it. */
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
    types: { getTypeParser: (oid, format) => findParser(oid) ?? pg.types.getTypeParser(oid, format) },
  })
  // The pool replaces an idle connection that dies.
  pool.on('error', () => undefined)
  return pool
}

/** Postgres sends bigint and numeric as text. The numbers of foreword are safe integers. */
const findParser = (oid: number) => (oid === 20 || oid === 1700 ? Number : undefined)

/** A database and the schema in it that has the tables. */
interface StoreDatabase {
  readonly pool: Pool
  readonly schema: string
}

function createStore(database: StoreDatabase, deps: WriteDeps): Store {
  const read: RunTransaction = (transaction) =>
    inTransaction(database, (client) => runTransaction(client, transaction))
  const write = <T>(createTransaction: () => Transaction<T>) =>
    retryConflicts(() => inTransaction(database, (client) => runTransaction(client, createTransaction())))
  // Postgres keeps old versions of rows until it vacuums.
  const overwritten = false
  return {
    engine: 'postgres',
    ...createStoreReads(read, 'postgres'),
    ...createStoreWrites(write, deps),
    records: (key) => read(readLedgerRecords(deps, key)),
    recordBodies: (uid) => read(readRecordBodies(deps, uid)),
    forgetRecords: async (key, ids, parcelFor) => ({
      ...(await write(() => forgetRecords(deps, key, { ids, parcelFor }))),
      overwritten,
    }),
    prune: async (key, pruning, parcelFor) => ({
      ...(await write(() => pruneBlobs(deps, { ...pruning, key, parcelFor }))),
      overwritten,
    }),
    import: (arrivals) => inTransaction(database, (client) => importLedgers(client, deps, arrivals)),
    stats: async () => ({
      engine: 'postgres',
      bytes: await read(measureTables()),
      ...(await read(readStats())),
    }),
    close: () => database.pool.end(),
  }
}

async function importLedgers(
  client: PoolClient,
  deps: WriteDeps,
  arrivals: AsyncIterable<ImportItem>,
): Promise<StoreImportResult> {
  const ledgerImport = new LedgerImport(deps)
  for await (const arrival of arrivals) await runTransaction(client, ledgerImport.take(arrival))
  return runTransaction(client, ledgerImport.finish())
}

async function runTransaction<T>(client: PoolClient, transaction: Transaction<T>): Promise<T> {
  let state = transaction.next()
  while (!state.done) {
    const { sql, values } = state.value
    state = transaction.next((await client.query(numberPlaceholders(sql), [...values])).rows)
  }
  return state.value
}

/** Turns `?` into `$1`, `$2` and so on. A question mark in a statement always represents a value. */
function numberPlaceholders(sql: string): string {
  let count = 0
  return sql.replaceAll('?', () => `$${++count}`)
}

type Act<T> = (client: PoolClient, noteError: (error: Error) => void) => Promise<T>

/** A client with an error does not return to the pool. */
async function withClient<T>(pool: Pool, act: Act<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const noteError = (error: Error) => {
    broken = error
  }
  // A connection may also die between two statements. Without a listener, that would end the process.
  client.on('error', noteError)
  try {
    return await act(client, noteError)
  } finally {
    client.off('error', noteError)
    client.release(broken)
  }
}

/**
 * Sets the search path for each transaction and not for the connection, because a pooler such as PgBouncer gives each transaction another
 * connection. It also overrides a search path that the URL or the role sets.
 */
function inTransaction<T>(
  { pool, schema }: StoreDatabase,
  act: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const begin = `BEGIN; SET LOCAL search_path TO ${quoteIdentifier(schema)}; SET LOCAL lock_timeout = '20s'`
  return withClient(pool, async (client, noteError) => {
    try {
      await client.query(begin)
      const result = await act(client)
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(noteError)
      throw error
    }
  })
}

const maxAttempts = 5

/** If two transactions wait for each other's blobs, Postgres ends one of them, and it can begin again. */
async function retryConflicts<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (attempt === maxAttempts || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

function* measureTables(): Transaction<number | null> {
  const sizes = postgresTables.map(() => 'pg_total_relation_size(to_regclass(?))').join(' + ')
  const [row] = yield* query(`SELECT ${sizes} AS bytes`, ...postgresTables)
  return getOptionalNumber(row!, 'bytes')
}
