import {
  type Entry,
  type EntryKind,
  type EntryRow,
  entryKinds,
  type StoredEntry,
} from '../../../core/receipt/index.ts'
import { getNumber, listPlaceholders, query, type Row, splitIntoBatches, type Transaction } from './query.ts'

const columns = 'seq, uid, kind, at, prev, digest, body'
const tables = { injection: 'injections', run: 'runs', outcome: 'outcomes', event: 'events' } as const

export interface EntryRange {
  readonly after: number
  readonly limit: number
  /** Entries of one kind are found through the table of that kind. */
  readonly kind: EntryKind | undefined
}

export function* readEntries(
  project: number,
  { after, limit, kind }: EntryRange,
): Transaction<StoredEntry[]> {
  const table = kind === undefined ? 'entries' : tables[kind]
  const rows = yield* query(
    `SELECT ${kind === undefined ? columns : 'seq'} FROM ${table} WHERE project_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
    ...[project, after, limit],
  )
  if (kind === undefined) return yield* addRows(project, rows.map(toEntry))
  return yield* readEntriesBySeq(
    project,
    rows.map((row) => getNumber(row, 'seq')),
  )
}

/** Unchecked, so that `foreword verify` can name the fault of an entry that another program has changed. */
function toEntry({ seq, uid, kind, at, prev, digest, body }: Row): Entry {
  return { seq, uid, kind, at, prev, digest, body } as Entry
}

/** Reads the entries with these numbers, in order. */
export function* readEntriesBySeq(project: number, seqs: readonly number[]): Transaction<StoredEntry[]> {
  const entries: Entry[] = []
  for (const chunk of splitIntoBatches(seqs, 500)) {
    const rows = yield* query(
      `SELECT ${columns} FROM entries WHERE project_id = ? AND seq IN (${listPlaceholders(chunk)}) ORDER BY seq`,
      ...[project, ...chunk],
    )
    entries.push(...rows.map(toEntry))
  }
  return yield* addRows(
    project,
    entries.toSorted((a, b) => a.seq - b.seq),
  )
}

/** Adds to each entry the row of its kind, as the store has it. */
function* addRows(project: number, entries: readonly Entry[]): Transaction<StoredEntry[]> {
  const found = new Map<string, EntryRow>()
  for (const kind of entryKinds) {
    const seqs = entries.filter((entry) => entry.kind === kind).map(({ seq }) => seq)
    for (const chunk of splitIntoBatches(seqs, 500)) {
      for (const { seq, project_id: _, ...row } of yield* readRowsBySeq(project, kind, chunk)) {
        found.set(`${kind} ${seq}`, { kind, ...row } as unknown as EntryRow)
      }
    }
  }
  return entries.map((entry) => ({ entry, row: found.get(`${entry.kind} ${entry.seq}`) ?? null }))
}

function* readRowsBySeq(
  project: number,
  kind: EntryKind,
  seqs: readonly number[],
): Transaction<readonly Row[]> {
  const places = listPlaceholders(seqs)
  if (kind !== 'injection')
    return yield* query(
      `SELECT * FROM ${tables[kind]} WHERE project_id = ? AND seq IN (${places})`,
      ...[project, ...seqs],
    )
  return yield* query(
    `SELECT i.seq, i.injection_id, i.session_id, i.run_id, i.agent, i.role, i.level, i.status, i.total,
       a.digest AS account, t.digest AS text
     FROM injections AS i LEFT JOIN blobs AS a ON a.id = i.account_id LEFT JOIN blobs AS t ON t.id = i.text_id
     WHERE i.project_id = ? AND i.seq IN (${places})`,
    ...[project, ...seqs],
  )
}
