import { moveSessionRows } from './migrations.ts'
import { listPlaceholders, query, type SqlValue, type Transaction } from './query.ts'
import type { KeyedTable, Salvage } from './salvage.ts'

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => Number.isSafeInteger(value)
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
/** Undefined if an older version wrote the table without the column. */
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value)

interface SessionTable {
  readonly table: KeyedTable
  readonly columns: Readonly<Record<string, Check>>
}

const key = { ledger: isText, session: isText }

const sessionTables: readonly SessionTable[] = [
  {
    table: 'session_counts',
    columns: {
      ...key,
      agent: optional(isText),
      started_at: isTime,
      last_at: isTime,
      turns: isNumber,
      refreshed_at: optional(isTime),
      refreshed_turn: optional(isNumber),
      last_prompt_digest: optional(isText),
      last_prompt_at: optional(isTime),
    },
  },
  {
    table: 'session_sections',
    columns: { ...key, section: isText, digest: isText, form: isText, turn: isNumber, at: isTime },
  },
  {
    table: 'session_waiting_sections',
    columns: { ...key, section: isText, turn: isNumber, at: isTime },
  },
  {
    table: 'session_start_claims',
    columns: { ...key, part: isNumber, source: isText, turn: isNumber, at: isTime },
  },
  { table: 'session_given_injections', columns: { ...key, injection_id: isText, at: isTime } },
]

/** Copies the rows of sessions that can still be read. The worst result of a lost row is that a section is sent once more. */
export function* rescueSessions(salvage: Salvage): Transaction<void> {
  for (const { table, columns } of sessionTables) {
    const names = Object.keys(columns)
    for (const row of salvage.keyed(table)) {
      if (!Object.entries(columns).every(([name, check]) => check(row[name]))) continue
      yield* query(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${listPlaceholders(names)}) ON CONFLICT DO NOTHING`,
        ...names.map((name) => (row[name] ?? null) as SqlValue),
      )
    }
  }
  for (const statement of moveSessionRows) yield* query(statement)
}
