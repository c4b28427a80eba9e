import type { Entry, EntryKind, Row, Stored } from '../../core/ledger/index.ts'
import { entryKinds } from '../../core/ledger/index.ts'
import type { Tabled } from './tables.ts'

const columns = ['seq', 'uid', 'kind', 'at', 'prev', 'digest', 'body'] as const
const tableOf = { injection: 'injections', run: 'runs', outcome: 'outcomes', event: 'events' } as const

export interface Range {
  readonly after: number
  readonly limit: number
  /** Found through its own table: there is no need to walk over the others. */
  readonly kind: EntryKind | undefined
}

export async function readEntries(
  db: Tabled,
  project: number,
  { after, limit, kind }: Range,
): Promise<Stored[]> {
  if (kind !== undefined) {
    const found = await db
      .selectFrom(tableOf[kind])
      .select('seq')
      .where('project_id', '=', project)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return entriesAt(
      db,
      project,
      found.map(({ seq }) => seq),
    )
  }
  const entries = await db
    .selectFrom('entries')
    .select(columns)
    .where('project_id', '=', project)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return withRows(db, project, entries as Entry[])
}

/** The entries with these numbers, in order. */
export async function entriesAt(db: Tabled, project: number, seqs: readonly number[]): Promise<Stored[]> {
  const found: Entry[] = []
  for (const some of chunks(seqs, 500)) {
    const query = db
      .selectFrom('entries')
      .select(columns)
      .where('project_id', '=', project)
      .where('seq', 'in', some)
    found.push(...((await query.orderBy('seq').execute()) as Entry[]))
  }
  return withRows(
    db,
    project,
    found.toSorted((a, b) => a.seq - b.seq),
  )
}

async function withRows(db: Tabled, project: number, entries: readonly Entry[]): Promise<Stored[]> {
  const rows = new Map<string, Row>()
  for (const kind of entryKinds) {
    const seqs = entries.filter((entry) => entry.kind === kind).map(({ seq }) => seq)
    for (const some of chunks(seqs, 500)) {
      for (const { seq, project_id: _, ...row } of await rowsAt(db, project, kind, some)) {
        rows.set(`${kind} ${seq}`, { kind, ...row } as unknown as Row)
      }
    }
  }
  return entries.map((entry) => ({ entry, row: rows.get(`${entry.kind} ${entry.seq}`) ?? null }))
}

type Beside = { readonly seq: number; readonly project_id?: number }

async function rowsAt(db: Tabled, project: number, kind: EntryKind, seqs: number[]): Promise<Beside[]> {
  if (kind !== 'injection') {
    const table = db.selectFrom(tableOf[kind]).selectAll()
    return table.where('project_id', '=', project).where('seq', 'in', seqs).execute()
  }
  const query = db
    .selectFrom('injections as i')
    .leftJoin('blobs as a', 'a.id', 'i.account_id')
    .leftJoin('blobs as t', 't.id', 'i.text_id')
    .select([
      'i.seq',
      'i.injection_id',
      'i.session_id',
      'i.run_id',
      'i.agent',
      'i.role',
      'i.level',
      'i.status',
    ])
    .select(['i.total', 'a.digest as account', 't.digest as text'])
  return query.where('i.project_id', '=', project).where('i.seq', 'in', seqs).execute()
}

export function chunks<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let i = 0; i < all.length; i += size) parts.push(all.slice(i, i + size))
  return parts
}
