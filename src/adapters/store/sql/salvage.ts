import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Row } from './query.ts'

/** Reads every row of a damaged file that can still be read. Never throws because of the content of the file. */
export interface Salvage {
  readonly projects: () => readonly SavedProject[]
  /** In the order they were written. */
  readonly entries: () => Iterable<Row>
  readonly blobs: () => Iterable<Row>
  /** The rows of a table without row numbers. */
  readonly keyed: (table: KeyedTable) => Iterable<Row>
  /** The highest entry number that any table of the file mentions; 0 for none. */
  readonly lastSeq: (project: number) => number
  readonly close: () => void
}

export type KeyedTable = keyof typeof primaryKeys

export interface SavedProject {
  readonly id: number
  readonly uid: string
  readonly name: string
  /** Null if the mark cannot be read. */
  readonly own: boolean | null
}

/** Opens the file read-only, so that SQLite does not move the WAL into it. */
export function openSalvage(file: string, timeoutMs: number): Salvage {
  const database = attempt(() => {
    const opened = new DatabaseSync(file, { timeout: timeoutMs, defensive: true, readOnly: true })
    attempt(() => opened.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON'))
    return opened
  })
  const readRows: ReadRows = (sql, ...values) =>
    attempt(() => database?.prepare(sql).all(...values) ?? []) ?? null
  // Each row takes at least 64 bytes, and these tables never lose a row, so this bounds the row numbers.
  const maxRows = Math.ceil(measureFile(file) / 64)
  const readTable = (table: string) => readByRowNumber(readRows, table, maxRows)
  return {
    projects: () => readProjects(readRows, [...readTable('projects')]),
    entries: () => readTable('entries'),
    blobs: () => readTable('blobs'),
    keyed: (table) => (database === undefined ? [] : readFromBothEnds(database, table)),
    lastSeq: (project) => readLastSeq(readRows, project),
    close: () => attempt(() => database?.close()),
  }
}

/** Null if the statement fails. */
type ReadRows = (sql: string, ...values: number[]) => Row[] | null

function readLastSeq(readRows: ReadRows, project: number): number {
  const numbers = ['entries', 'injections', 'runs', 'outcomes', 'events'].map((table) => {
    const [row] = readRows(`SELECT max(seq) AS seq FROM ${table} WHERE project_id = ?`, project) ?? []
    return Number.isSafeInteger(row?.seq) ? Number(row?.seq) : 0
  })
  return Math.max(...numbers)
}

/** Halves a range that cannot be read, until only single rows are left out. */
function* readByRowNumber(readRows: ReadRows, table: string, maxRows: number): Iterable<Row> {
  // Without the table there is nothing to halve.
  if (readRows(`EXPLAIN SELECT rowid FROM ${table}`) === null) return
  const [end] = readRows(`SELECT max(rowid) AS last FROM ${table}`) ?? []
  const last = Math.min(maxRows, Number.isSafeInteger(end?.last) ? Number(end?.last) : maxRows)
  const ranges: [number, number][] = []
  const step = 256
  for (let from = 1; from <= last; from += step) {
    ranges.push([from, Math.min(last, from + step - 1)])
    while (ranges.length > 0) {
      const [first, final] = ranges.pop()!
      const rows = readRows(`SELECT * FROM ${table} WHERE rowid BETWEEN ? AND ?`, first, final)
      if (rows !== null) yield* rows
      else if (first < final) {
        const middle = Math.floor((first + final) / 2)
        ranges.push([middle + 1, final], [first, middle])
      }
    }
  }
}

const primaryKeys = {
  session_counts: ['ledger', 'session'],
  session_sections: ['ledger', 'session', 'section'],
  session_waiting_sections: ['ledger', 'session', 'section'],
  session_start_claims: ['ledger', 'session', 'part', 'source'],
  session_given_injections: ['ledger', 'injection_id', 'session'],
  tactical_records: ['project_id', 'record_id'],
}

/** These tables have no row numbers to halve, so this reads the rows before the first damage and those behind the last. */
function readFromBothEnds(database: DatabaseSync, table: KeyedTable): Iterable<Row> {
  const keys = primaryKeys[table]
  const found = new Map<string, Row>()
  for (const direction of ['ASC', 'DESC']) {
    const order = keys.map((key) => `${key} ${direction}`).join(', ')
    const isComplete = attempt(() => {
      const rows = database.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).iterate()
      for (const row of rows) found.set(JSON.stringify(keys.map((key) => row[key])), row)
      return true
    })
    if (isComplete === true) break
  }
  return found.values()
}

/** The index on `uid` may be readable when the table is not. */
function readProjects(readRows: ReadRows, rows: readonly Row[]): SavedProject[] {
  const indexed = readRows('SELECT id, uid FROM projects ORDER BY uid') ?? []
  const found = new Map<number, SavedProject>()
  for (const { id, uid, name, own } of [...rows, ...indexed]) {
    if (!Number.isSafeInteger(id) || typeof uid !== 'string' || found.has(Number(id))) continue
    found.set(Number(id), {
      id: Number(id),
      uid,
      name: typeof name === 'string' ? name : uid,
      own: own === 1 || (own === 0 ? false : null),
    })
  }
  return [...found.values()].toSorted((a, b) => a.id - b.id)
}

/** Measures the file and its WAL. */
function measureFile(file: string): number {
  return ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
