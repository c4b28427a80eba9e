import type { EntryKind } from '../../../core/receipt/index.ts'
import type { StrayRow } from '../../../ports/index.ts'
import { getOptionalNumber, query, type SqlValue, type Transaction } from './query.ts'

const tables = { injections: 'injection', runs: 'run', outcomes: 'outcome', events: 'event' } as const

/** Finds rows and columns that no digest covers and that contradict the entries: the first of each kind, in order. */
export function* checkConsistency(project: number): Transaction<StrayRow[]> {
  const found = [
    yield* findWrongTime(project),
    yield* findWrongSession(project),
    yield* findMissingSession(project),
  ]
  for (const [table, kind] of Object.entries(tables))
    found.push(yield* findRowWithoutEntry(project, table, kind))
  return found.filter((stray) => stray !== null).toSorted((a, b) => a.seq - b.seq)
}

function* findFirst(what: string, sql: string, ...values: SqlValue[]): Transaction<StrayRow | null> {
  const [row] = yield* query(sql, ...values)
  const seq = row === undefined ? null : getOptionalNumber(row, 'seq')
  return seq === null ? null : { seq, what }
}

/** `high_at` is the latest of all times so far, and digests cover those times. */
function findWrongTime(project: number): Transaction<StrayRow | null> {
  return findFirst(
    'the column high_at does not follow from the times before it',
    `SELECT min(seq) AS seq FROM (
       SELECT seq, high_at, max(at) OVER (ORDER BY seq) AS latest FROM entries WHERE project_id = ?
     ) AS times WHERE high_at <> latest`,
    project,
  )
}

/** The row of a session follows from the first injection or run of that session. */
function findWrongSession(project: number): Transaction<StrayRow | null> {
  return findFirst(
    'the row of its session contradicts it',
    `SELECT min(s.seq) AS seq FROM sessions AS s
     LEFT JOIN injections AS i ON i.project_id = s.project_id AND i.seq = s.seq
     LEFT JOIN runs AS r ON r.project_id = s.project_id AND r.seq = s.seq
     LEFT JOIN entries AS e ON e.project_id = s.project_id AND e.seq = s.seq
     WHERE s.project_id = ? AND (coalesce(i.session_id, r.session_id) IS DISTINCT FROM s.session_id
       OR coalesce(i.agent, r.agent) IS DISTINCT FROM s.agent OR e.at IS DISTINCT FROM s.started_at)`,
    project,
  )
}

/** Every injection and every run names its session. */
function findMissingSession(project: number): Transaction<StrayRow | null> {
  return findFirst(
    'the row of its session is missing',
    `SELECT min(n.seq) AS seq FROM (
       SELECT seq, session_id FROM injections WHERE project_id = ?
       UNION ALL SELECT seq, session_id FROM runs WHERE project_id = ?
     ) AS n WHERE NOT EXISTS (
       SELECT 1 FROM sessions AS s WHERE s.project_id = ? AND s.session_id = n.session_id AND s.seq <= n.seq)`,
    ...[project, project, project],
  )
}

function findRowWithoutEntry(project: number, table: string, kind: EntryKind): Transaction<StrayRow | null> {
  return findFirst(
    `a row of ${table} belongs to no entry`,
    `SELECT min(t.seq) AS seq FROM ${table} AS t WHERE t.project_id = ? AND NOT EXISTS (
       SELECT 1 FROM entries AS e WHERE e.project_id = t.project_id AND e.seq = t.seq AND e.kind = ?)`,
    ...[project, kind],
  )
}
