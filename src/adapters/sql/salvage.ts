import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Line } from './work.ts'

/** What can still be read of a damaged file. Never throws for what is in it. */
export interface Salvage {
  readonly projects: () => readonly SavedProject[]
  /** In the order they were written. */
  readonly entries: () => Iterable<Line>
  readonly blobs: () => Iterable<Line>
  /** Line by line of a table that has no numbers. */
  readonly keyed: (table: KeyedTable) => Iterable<Line>
  /** The last entry that anything in the file tells of; 0 for none. */
  readonly lastSeq: (project: number) => number
  readonly close: () => void
}

export type KeyedTable = keyof typeof keysOf

export interface SavedProject {
  readonly id: number
  readonly uid: string
  readonly name: string
  /** Null where that cannot be read. */
  readonly own: boolean | null
}

/** Only ever read: not even what waits beside the file is moved into it. */
export function openSalvage(file: string, timeoutMs: number): Salvage {
  const database = attempt(() => {
    const opened = new DatabaseSync(file, { timeout: timeoutMs, defensive: true, readOnly: true })
    attempt(() => opened.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON'))
    return opened
  })
  const all = (sql: string, ...values: number[]): Line[] | null =>
    attempt(() => database?.prepare(sql).all(...values) ?? []) ?? null
  // No line takes less room than this, and none of these tables ever loses one.
  const most = Math.ceil(sizeOf(file) / 64)
  const lines = (table: string) => byNumber(all, table, most)
  return {
    projects: () => readProjects(all, [...lines('projects')]),
    entries: () => lines('entries'),
    blobs: () => lines('blobs'),
    keyed: (table) => (database === undefined ? [] : fromBothEnds(database, table)),
    lastSeq: (project) =>
      Math.max(
        ...['entries', 'injections', 'runs', 'outcomes', 'events'].map((table) => {
          const [line] = all(`SELECT max(seq) AS seq FROM ${table} WHERE project_id = ?`, project) ?? []
          return Number.isSafeInteger(line?.seq) ? Number(line?.seq) : 0
        }),
      ),
    close: () => attempt(() => database?.close()),
  }
}

type All = (sql: string, ...values: number[]) => Line[] | null

/** A stretch that cannot be read is halved, until what is left out is a single line. */
function* byNumber(all: All, table: string, most: number): Iterable<Line> {
  // Where there is no such table, there is nothing to halve.
  if (all(`EXPLAIN SELECT rowid FROM ${table}`) === null) return
  const [end] = all(`SELECT max(rowid) AS last FROM ${table}`) ?? []
  const last = Math.min(most, Number.isSafeInteger(end?.last) ? Number(end?.last) : most)
  const stretches: [number, number][] = []
  const step = 256
  for (let from = 1; from <= last; from += step) {
    stretches.push([from, Math.min(last, from + step - 1)])
    while (stretches.length > 0) {
      const [first, final] = stretches.pop()!
      const lines = all(`SELECT * FROM ${table} WHERE rowid BETWEEN ? AND ?`, first, final)
      if (lines !== null) yield* lines
      else if (first < final) {
        const middle = Math.floor((first + final) / 2)
        stretches.push([middle + 1, final], [first, middle])
      }
    }
  }
}

const keysOf = {
  session_counts: ['ledger', 'session'],
  session_sections: ['ledger', 'session', 'section'],
  tactical_records: ['project_id', 'record_id'],
}

/** They have no numbers to halve: what is before the first damage, and what is behind the last. */
function fromBothEnds(database: DatabaseSync, table: KeyedTable): Iterable<Line> {
  const keys = keysOf[table]
  const found = new Map<string, Line>()
  for (const direction of ['ASC', 'DESC']) {
    const order = keys.map((key) => `${key} ${direction}`).join(', ')
    const whole = attempt(() => {
      const lines = database.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).iterate()
      for (const line of lines) found.set(JSON.stringify(keys.map((key) => line[key])), line)
      return true
    })
    if (whole === true) break
  }
  return found.values()
}

/** An index has their uids too. */
function readProjects(all: All, lines: readonly Line[]): SavedProject[] {
  const indexed = all('SELECT id, uid FROM projects ORDER BY uid') ?? []
  const found = new Map<number, SavedProject>()
  for (const { id, uid, name, own } of [...lines, ...indexed]) {
    if (!Number.isSafeInteger(id) || typeof uid !== 'string' || found.has(Number(id))) continue
    const known = {
      name: typeof name === 'string' ? name : uid,
      own: own === 1 || (own === 0 ? false : null),
    }
    found.set(Number(id), { id: Number(id), uid, ...known })
  }
  return [...found.values()].toSorted((a, b) => a.id - b.id)
}

/** With what had not reached the main file yet. */
function sizeOf(file: string): number {
  return ['', '-wal'].reduce(
    (sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0),
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
