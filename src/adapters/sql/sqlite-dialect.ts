import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Kysely over Node's own SQLite. Asks for the connection each time: there may be another one. */
export function sqliteDialect(database: () => DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

function driver(database: () => DatabaseSync): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const rows = database()
        .prepare(sql)
        .all(...(parameters as SQLInputValue[]))
      // Node's have no prototype; others' have.
      return { rows: rows.map((row) => ({ ...row })) as R[] }
    },
    async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      for (const row of database()
        .prepare(sql)
        .iterate(...(parameters as SQLInputValue[])))
        yield { rows: [row as R] }
    },
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    // A plain BEGIN takes its lock at the first write, and fails when somebody wrote since its first read.
    beginTransaction: async () => database().exec('BEGIN IMMEDIATE'),
    commitTransaction: async () => database().exec('COMMIT'),
    rollbackTransaction: async () => database().exec('ROLLBACK'),
    releaseConnection: async () => undefined,
    // Whoever opened the database closes it.
    destroy: async () => undefined,
  }
}
