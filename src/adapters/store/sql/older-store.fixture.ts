import { DatabaseSync } from 'node:sqlite'
import { listStatements, migrations } from './migrations.ts'
import { storeApplicationId } from './schema-version.ts'

/** Creates a SQLite file as written by the version of foreword with this many migrations. */
export function createOlderStore(file: string, version: number): DatabaseSync {
  const connection = new DatabaseSync(file)
  connection.exec('PRAGMA journal_mode = WAL')
  for (const statement of listOlderSchema('sqlite', version)) connection.exec(statement)
  connection.exec(`PRAGMA application_id = ${storeApplicationId}; PRAGMA user_version = ${version}`)
  return connection
}

/** Lists the statements that created the schema of that version. */
export function listOlderSchema(engine: 'sqlite' | 'postgres', version: number): string[] {
  const applied = migrations.slice(0, version)
  return [
    `CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)${engine === 'sqlite' ? ' STRICT' : ''}`,
    ...applied.flatMap((migration) => listStatements(migration, engine)),
    ...applied.map(({ name }) => `INSERT INTO migrations (name, applied_at) VALUES ('${name}', 'x')`),
  ]
}

interface OlderSession {
  readonly ledger: string
  readonly session: string
  readonly at: string
}

/** Writes a session as version 3 did: rows of every kind in session_sections, distinguished by their names. */
export function insertOlderSession(connection: DatabaseSync, { ledger, session, at }: OlderSession): void {
  connection
    .prepare(
      `INSERT INTO session_counts (ledger, session, agent, started_at, last_at, turns, refreshed_at, refreshed_turn)
       VALUES (?, ?, 'claude', ?, ?, 2, ?, 1)`,
    )
    .run(ledger, session, at, at, at)
  const insert = connection.prepare('INSERT INTO session_sections VALUES (?, ?, ?, ?, ?, ?, ?)')
  const rows = [
    ['rfc', 'digest-a', 'content', 1],
    ['claims', 'digest-b', 'declared', 0],
    ['plan/a file.md', 'digest-c', 'left-out', 0],
    ['claim 1 startup', '', 'declared', 2],
    ['claim 2 a source with blanks', '', 'declared', 2],
    ['given INJ-1', '', 'declared', 0],
    ['prompt ', 'turn:1', 'declared', 0],
    ['waiting notes', '', 'declared', 1],
    ['waiting plan/b file.md', '', 'declared', 2],
  ] as const
  for (const [section, digest, form, turn] of rows)
    insert.run(ledger, session, section, digest, form, turn, at)
}
