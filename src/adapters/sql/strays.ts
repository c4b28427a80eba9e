import { sql } from 'kysely'
import type { EntryKind } from '../../core/ledger/index.ts'
import type { Stray } from '../../ports/index.ts'
import type { Tabled } from './tables.ts'

const beside = { injections: 'injection', runs: 'run', outcomes: 'outcome', events: 'event' } as const

/** What is in no digest and does not follow from what is: of each kind the first, in order. */
export async function readStrays(db: Tabled, project: number): Promise<Stray[]> {
  const found = [
    await wrongTime(db, project),
    await wrongSession(db, project),
    await missingSession(db, project),
  ]
  for (const [table, kind] of Object.entries(beside)) found.push(await strayRow(db, project, { table, kind }))
  return found.filter((one) => one !== null).toSorted((a, b) => a.seq - b.seq)
}

async function first(db: Tabled, what: string, query: ReturnType<typeof sql<{ seq: unknown }>>) {
  const { rows } = await query.execute(db)
  const seq = rows[0]?.seq ?? null
  return seq === null ? null : { seq: Number(seq), what }
}

/** The latest time so far follows from the times that are in a digest. */
function wrongTime(db: Tabled, project: number): Promise<Stray | null> {
  return first(
    db,
    'the column high_at does not follow from the times before it',
    sql`SELECT min(seq) AS seq FROM (
      SELECT seq, high_at, max(at) OVER (ORDER BY seq) AS latest FROM entries WHERE project_id = ${project}
    ) AS times WHERE high_at <> latest`,
  )
}

/** A session is what the first entry says that names it: an injection, or a run. */
function wrongSession(db: Tabled, project: number): Promise<Stray | null> {
  return first(
    db,
    'the row of its session says something else',
    sql`SELECT min(s.seq) AS seq FROM sessions AS s
      LEFT JOIN injections AS i ON i.project_id = s.project_id AND i.seq = s.seq
      LEFT JOIN runs AS r ON r.project_id = s.project_id AND r.seq = s.seq
      LEFT JOIN entries AS e ON e.project_id = s.project_id AND e.seq = s.seq
      WHERE s.project_id = ${project} AND (coalesce(i.session_id, r.session_id) IS DISTINCT FROM s.session_id
        OR coalesce(i.agent, r.agent) IS DISTINCT FROM s.agent OR e.at IS DISTINCT FROM s.started_at)`,
  )
}

/** Injections and runs name their session. */
function missingSession(db: Tabled, project: number): Promise<Stray | null> {
  return first(
    db,
    'the row of its session is missing',
    sql`SELECT min(n.seq) AS seq FROM (
      SELECT seq, session_id FROM injections WHERE project_id = ${project}
      UNION ALL SELECT seq, session_id FROM runs WHERE project_id = ${project}
    ) AS n WHERE NOT EXISTS (
      SELECT 1 FROM sessions AS s WHERE s.project_id = ${project} AND s.session_id = n.session_id AND s.seq <= n.seq)`,
  )
}

function strayRow(
  db: Tabled,
  project: number,
  { table, kind }: { table: string; kind: EntryKind },
): Promise<Stray | null> {
  return first(
    db,
    `a row of ${table} belongs to no entry`,
    sql`SELECT min(t.seq) AS seq FROM ${sql.table(table)} AS t WHERE t.project_id = ${project} AND NOT EXISTS (
      SELECT 1 FROM entries AS e WHERE e.project_id = t.project_id AND e.seq = t.seq AND e.kind = ${kind})`,
  )
}
