import { sql } from 'kysely'
import { type EntryKind, entryKinds, type SectionRow } from '../../core/ledger/index.ts'
import type { BlobInfo, Ledger, LedgerKey, RecordStore, Store, StoreStats, Stray } from '../../ports/index.ts'
import { unpack } from './blob-codec.ts'
import { chunks, entriesAt, readEntries } from './entries.ts'
import { lastBefore, readLog } from './log.ts'
import { readStrays } from './strays.ts'
import { projectOf, type Tabled } from './tables.ts'
import { readTally } from './tally.ts'

/** Everything that a store can be asked. */
export type Reads = Omit<
  Store,
  'engine' | 'append' | 'prune' | 'import' | 'close' | 'stats' | keyof RecordStore
>

export function reads(db: Tabled, engine: Store['engine']): Reads {
  const of = async <T>(uid: string, none: T, read: (project: number) => Promise<T>) => {
    const project = await projectOf(db, uid)
    return project === null ? none : read(project)
  }
  return {
    ledgers: () => readLedgers(db),
    ledger: (key) => readLedger(db, engine === 'postgres' ? { ...key, uid: key.uid ?? key.name } : key),
    log: (uid, query) => of(uid, [], (project) => readLog(db, project, query)),
    entries: (uid, after, limit, kind) => of(uid, [], (id) => readEntries(db, id, { after, limit, kind })),
    injections: (uid, injectionId) =>
      of(uid, [], async (project) => {
        const found = db.selectFrom('injections').select('seq').where('injection_id', '=', injectionId)
        const here = await found.where('project_id', '=', project).orderBy('seq').limit(100).execute()
        return entriesAt(
          db,
          project,
          here.map(({ seq }) => seq),
        )
      }),
    outcomeOf: (uid, runId) =>
      of(uid, null, async (project) => {
        const found = db.selectFrom('outcomes').select('seq').where('project_id', '=', project)
        const first = await found.where('run_id', '=', runId).orderBy('seq').limit(1).execute()
        return (
          (
            await entriesAt(
              db,
              project,
              first.map(({ seq }) => seq),
            )
          )[0] ?? null
        )
      }),
    blob: async (digest) => {
      const found = db.selectFrom('blobs').select(['codec', 'data']).where('digest', '=', digest)
      const blob = await found.executeTakeFirst()
      return blob === undefined || blob.data === null ? null : unpack(blob.codec, blob.data)
    },
    present: (digests) => readPresent(db, digests),
    sectionsOf: (account) => readSections(db, account),
    strays: (uid) => of<readonly Stray[]>(uid, [], (project) => readStrays(db, project)),
    tally: (uid, since) =>
      of(uid, { runs: [], sections: [], unended: 0, interrupted: 0 }, (project) =>
        readTally(db, project, since),
      ),
    orphans: () => readOrphans(db),
    blobs: (uid) => readBlobs(db, uid),
    seqBefore: (uid, time) => of(uid, 0, (project) => lastBefore(db, project, time)),
  }
}

function headed(db: Tabled) {
  return db
    .selectFrom('projects as p')
    .leftJoin('entries as e', (join) =>
      join.onRef('e.project_id', '=', 'p.id').on('e.seq', '=', ({ selectFrom, ref }) =>
        selectFrom('entries as last')
          .select(({ fn }) => fn.max('last.seq').as('seq'))
          .where('last.project_id', '=', ref('p.id')),
      ),
    )
    .select(['p.id', 'p.uid', 'p.name', 'e.seq', 'e.digest'])
    .orderBy('p.id')
}

type Headed = { uid: string; name: string; seq: number | null; digest: string | null }

const asLedger = ({ uid, name, seq, digest }: Headed): Ledger => ({
  uid,
  name,
  head: seq === null || digest === null ? null : { seq, digest },
})

async function readLedgers(db: Tabled): Promise<Ledger[]> {
  return (await headed(db).execute()).map(asLedger)
}

async function readLedger(db: Tabled, { uid }: LedgerKey): Promise<Ledger | null> {
  const found = uid === null ? headed(db).where('p.own', '=', 1) : headed(db).where('p.uid', '=', uid)
  const first = await found.limit(1).executeTakeFirst()
  return first === undefined ? null : asLedger(first)
}

async function readOrphans(db: Tabled): Promise<number> {
  const { count } = await db
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', 'not in', ({ selectFrom }) => selectFrom('projects').select('id'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function readPresent(db: Tabled, digests: readonly string[]): Promise<ReadonlySet<string>> {
  const there = new Set<string>()
  for (const some of chunks(digests, 500)) {
    const found = db.selectFrom('blobs').select('digest').where('digest', 'in', some)
    for (const { digest } of await found.where('data', 'is not', null).execute()) there.add(digest)
  }
  return there
}

async function readSections(db: Tabled, account: string): Promise<readonly SectionRow[] | null> {
  const blob = await db.selectFrom('blobs').select('id').where('digest', '=', account).executeTakeFirst()
  if (blob === undefined) return null
  const sections = await db
    .selectFrom('sections')
    .select(['position', 'section', 'tier', 'size', 'sent_digest'])
    .where('account_id', '=', blob.id)
    .orderBy('position')
    .execute()
  const sources = await db
    .selectFrom('section_sources')
    .select(['position', 'path', 'digest'])
    .where('account_id', '=', blob.id)
    .orderBy('position')
    .orderBy('place')
    .execute()
  return sections.map((section) => ({
    ...section,
    sources: sources
      .filter(({ position }) => position === section.position)
      .map(({ path, digest }) => ({ path, digest })),
  }))
}

/** So many entries at a time: a blob is told of where an entry refers to it last. */
const stretch = 5000

async function* readBlobs(db: Tabled, uid: string): AsyncIterable<BlobInfo> {
  const project = await projectOf(db, uid)
  if (project === null) return
  for (let from = 0; ; from += stretch) {
    const next = await nextInjection(db, project, from)
    if (next === null) return
    from = next - 1
    const found = [
      ...(await lastUses(db, project, { from, column: 'text_id', role: 'text' })),
      ...(await lastUses(db, project, { from, column: 'account_id', role: 'account' })),
    ]
    yield* found.toSorted((a, b) => a.lastSeq - b.lastSeq)
  }
}

interface Uses {
  readonly from: number
  readonly column: 'text_id' | 'account_id'
  readonly role: BlobInfo['role']
}

/** By what is there: a number that somebody has made up must not be counted up to. */
async function nextInjection(db: Tabled, project: number, after: number): Promise<number | null> {
  const found = db.selectFrom('injections').select('seq').where('project_id', '=', project)
  const next = await found.where('seq', '>', after).orderBy('seq').limit(1).executeTakeFirst()
  return next?.seq ?? null
}

async function lastUses(db: Tabled, project: number, { from, column, role }: Uses): Promise<BlobInfo[]> {
  const lines = await db
    .selectFrom('injections as i')
    .innerJoin('blobs as b', 'b.id', `i.${column}`)
    .select(['b.digest', 'i.seq as lastSeq'])
    .select(sql<number>`length(b.data)`.as('bytes'))
    .where('i.project_id', '=', project)
    .where('i.seq', '>', from)
    .where('i.seq', '<=', from + stretch)
    .where('b.data', 'is not', null)
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('injections as later')
            .select('later.seq')
            .where('later.project_id', '=', ref('i.project_id'))
            .where(`later.${column}`, '=', ref(`i.${column}`))
            .where('later.seq', '>', ref('i.seq')),
        ),
      ),
    )
    .orderBy('i.seq')
    .execute()
  return lines.map((line) => ({ ...line, bytes: Number(line.bytes), role }))
}

/** Everything but what is on disk, which each engine tells in its own way. */
export async function readStats(db: Tabled): Promise<Pick<StoreStats, 'ledgers' | 'blobs'>> {
  const projects = await headed(db).execute()
  const counts = await db
    .selectFrom('entries')
    .groupBy(['project_id', 'kind'])
    .select(['project_id', 'kind'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .groupBy('project_id')
    .select('project_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  const blobs = await db
    .selectFrom('blobs')
    .where('data', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number | null>`sum(length(data))`.as('bytes'))
    .select(sql<number | null>`sum(size)`.as('text'))
    .executeTakeFirstOrThrow()
  const countOf = (project: number, kind: EntryKind) =>
    Number(counts.find((line) => line.project_id === project && line.kind === kind)?.count ?? 0)
  return {
    ledgers: projects.map((project) => ({
      ...asLedger(project),
      entries: Object.fromEntries(entryKinds.map((kind) => [kind, countOf(project.id, kind)])) as Record<
        EntryKind,
        number
      >,
      sessions: Number(sessions.find((line) => line.project_id === project.id)?.count ?? 0),
    })),
    blobs: {
      count: Number(blobs.count),
      bytes: Number(blobs.bytes ?? 0),
      textBytes: Number(blobs.text ?? 0),
    },
  }
}
