import { type EntryKind, entryKinds, type SectionRow, type StoredEntry } from '../../../core/receipt/index.ts'
import type { BlobInfo, Ledger, LedgerKey, RecordStore, Store, StoreStats } from '../../../ports/index.ts'
import { checkConsistency } from './consistency.ts'
import { decodeBlob } from './encode-blob.ts'
import { readEntries, readEntriesBySeq } from './entries.ts'
import { findLastSeqBefore, readLog } from './log.ts'
import { findProjectId } from './project-row.ts'
import {
  condition,
  getDecimal,
  getNumber,
  getOptionalNumber,
  getOptionalText,
  getText,
  listPlaceholders,
  query,
  type Row,
  type Statement,
  splitIntoBatches,
  type Transaction,
} from './query.ts'
import type { StoreWrites } from './store-writes.ts'
import { readTally } from './tally.ts'

/** The methods of a store that only read and are the same on both engines. */
export type StoreReads = Omit<
  Store,
  'engine' | 'prune' | 'import' | 'close' | 'stats' | keyof StoreWrites | keyof RecordStore
>

/** Runs statements on an engine. */
export type RunTransaction = <T>(transaction: Transaction<T>) => Promise<T>

export function createStoreReads(run: RunTransaction, engine: Store['engine']): StoreReads {
  const runIn = <T>(uid: string, none: T, read: (project: number) => Transaction<T>) =>
    run(readInProject(uid, none, read))
  return {
    ledgers: () => run(readLedgers()),
    ledger: (key) => run(readLedger(engine === 'postgres' ? { ...key, uid: key.uid ?? key.name } : key)),
    log: (uid, filters) => runIn(uid, [], (project) => readLog(project, filters)),
    entries: (uid, after, limit, kind) =>
      runIn(uid, [], (project) => readEntries(project, { after, limit, kind })),
    injections: (uid, injectionId) => runIn(uid, [], (project) => readInjections(project, injectionId)),
    findOutcome: (uid, runId) => runIn(uid, null, (project) => readOutcome(project, runId)),
    blob: (digest) => run(readBlob(digest)),
    present: (digests) => run(findPresent(digests)),
    readSections: (account) => run(readSections(account)),
    strays: (uid) => runIn(uid, [], checkConsistency),
    tally: (uid, since) =>
      runIn(uid, { runs: [], sections: [], unended: 0, interrupted: 0, checked: 0 }, (project) =>
        readTally(project, since),
      ),
    orphans: () => run(countOrphans()),
    blobs: (uid) => listBlobs(run, uid),
    seqBefore: (uid, time) => runIn(uid, 0, (project) => findLastSeqBefore(project, time)),
  }
}

function* readInProject<T>(uid: string, none: T, read: (project: number) => Transaction<T>): Transaction<T> {
  const project = yield* findProjectId(uid)
  return project === null ? none : yield* read(project)
}

const ledgers = `SELECT p.id, p.uid, p.name, e.seq, e.digest FROM projects AS p
  LEFT JOIN entries AS e ON e.project_id = p.id
    AND e.seq = (SELECT max(latest.seq) FROM entries AS latest WHERE latest.project_id = p.id)`

function toLedger(row: Row): Ledger {
  const [seq, digest] = [getOptionalNumber(row, 'seq'), getOptionalText(row, 'digest')]
  const head = seq === null || digest === null ? null : { seq, digest }
  return { uid: getText(row, 'uid'), name: getText(row, 'name'), head }
}

function* readLedgers(): Transaction<Ledger[]> {
  return (yield* query(`${ledgers} ORDER BY p.id`)).map(toLedger)
}

function* readLedger({ uid }: LedgerKey): Transaction<Ledger | null> {
  const { sql, values }: Statement = uid === null ? condition('p.own = 1') : condition('p.uid = ?', uid)
  const [row] = yield* query(`${ledgers} WHERE ${sql} ORDER BY p.id LIMIT 1`, ...values)
  return row === undefined ? null : toLedger(row)
}

function* readInjections(project: number, injectionId: string): Transaction<StoredEntry[]> {
  const rows = yield* query(
    'SELECT seq FROM injections WHERE injection_id = ? AND project_id = ? ORDER BY seq LIMIT 100',
    ...[injectionId, project],
  )
  return yield* readEntriesBySeq(
    project,
    rows.map((row) => getNumber(row, 'seq')),
  )
}

function* readOutcome(project: number, runId: string): Transaction<StoredEntry | null> {
  const rows = yield* query(
    'SELECT seq FROM outcomes WHERE project_id = ? AND run_id = ? ORDER BY seq LIMIT 1',
    ...[project, runId],
  )
  const [first] = yield* readEntriesBySeq(
    project,
    rows.map((row) => getNumber(row, 'seq')),
  )
  return first ?? null
}

function* readBlob(digest: string): Transaction<string | null> {
  const [row] = yield* query('SELECT codec, data FROM blobs WHERE digest = ?', digest)
  return row === undefined || row.data === null ? null : decodeBlob(row.codec, row.data)
}

function* countOrphans(): Transaction<number> {
  const [row] = yield* query(
    'SELECT count(*) AS count FROM entries WHERE project_id NOT IN (SELECT id FROM projects)',
  )
  return getNumber(row!, 'count')
}

function* findPresent(digests: readonly string[]): Transaction<ReadonlySet<string>> {
  const present = new Set<string>()
  for (const chunk of splitIntoBatches(digests, 500)) {
    const rows = yield* query(
      `SELECT digest FROM blobs WHERE digest IN (${listPlaceholders(chunk)}) AND data IS NOT NULL`,
      ...chunk,
    )
    for (const row of rows) present.add(getText(row, 'digest'))
  }
  return present
}

function* readSections(account: string): Transaction<readonly SectionRow[] | null> {
  const [blob] = yield* query('SELECT id FROM blobs WHERE digest = ?', account)
  if (blob === undefined) return null
  const id = getNumber(blob, 'id')
  const sections = yield* query(
    'SELECT position, section, tier, size, sent_digest FROM sections WHERE account_id = ? ORDER BY position',
    id,
  )
  const sources = yield* query(
    'SELECT position, path, digest FROM section_sources WHERE account_id = ? ORDER BY position, place',
    id,
  )
  return sections.map((row) => ({
    position: getNumber(row, 'position'),
    section: getText(row, 'section'),
    tier: getOptionalText(row, 'tier'),
    size: getDecimal(row, 'size'),
    sent_digest: getText(row, 'sent_digest'),
    sources: sources
      .filter(({ position }) => position === row.position)
      .map((source) => ({ path: getText(source, 'path'), digest: getText(source, 'digest') })),
  }))
}

/** Entries that are searched at a time. A blob is listed with the last entry that refers to it. */
const step = 5000

async function* listBlobs(run: RunTransaction, uid: string): AsyncIterable<BlobInfo> {
  const project = await run(findProjectId(uid))
  if (project === null) return
  for (let from = 0; ; from += step) {
    const next = await run(findNextInjection(project, from))
    if (next === null) return
    from = next - 1
    const found = [
      ...(await run(findLastUses(project, { from, column: 'text_id', role: 'text' }))),
      ...(await run(findLastUses(project, { from, column: 'account_id', role: 'account' }))),
    ]
    yield* found.toSorted((a, b) => a.lastSeq - b.lastSeq)
  }
}

/** Jumps to the next row. Counting up to it could take forever if another program has written a huge number. */
function* findNextInjection(project: number, after: number): Transaction<number | null> {
  const [row] = yield* query(
    'SELECT seq FROM injections WHERE project_id = ? AND seq > ? ORDER BY seq LIMIT 1',
    ...[project, after],
  )
  return row === undefined ? null : getNumber(row, 'seq')
}

interface BlobUse {
  readonly from: number
  readonly column: 'text_id' | 'account_id'
  readonly role: BlobInfo['role']
}

function* findLastUses(project: number, { from, column, role }: BlobUse): Transaction<BlobInfo[]> {
  const rows = yield* query(
    `SELECT b.digest, i.seq, length(b.data) AS bytes FROM injections AS i JOIN blobs AS b ON b.id = i.${column}
     WHERE i.project_id = ? AND i.seq > ? AND i.seq <= ? AND b.data IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM injections AS later WHERE later.project_id = i.project_id
         AND later.${column} = i.${column} AND later.seq > i.seq)
     ORDER BY i.seq`,
    ...[project, from, from + step],
  )
  return rows.map((row) => ({
    digest: getText(row, 'digest'),
    lastSeq: getNumber(row, 'seq'),
    bytes: getNumber(row, 'bytes'),
    role,
  }))
}

/** Reads everything except the size on disk, which each engine measures in its own way. */
export function* readStats(): Transaction<Pick<StoreStats, 'ledgers' | 'blobs'>> {
  const projects = yield* query(`${ledgers} ORDER BY p.id`)
  const entries = yield* query(
    'SELECT project_id, kind, count(*) AS count FROM entries GROUP BY project_id, kind',
  )
  const sessions = yield* query('SELECT project_id, count(*) AS count FROM sessions GROUP BY project_id')
  const [blobs] = yield* query(
    'SELECT count(*) AS count, sum(length(data)) AS bytes, sum(size) AS text FROM blobs WHERE data IS NOT NULL',
  )
  const count = (rows: readonly Row[], id: unknown, kind?: EntryKind) => {
    const row = rows.find((counted) => counted.project_id === id && counted.kind === kind)
    return row === undefined ? 0 : getNumber(row, 'count')
  }
  return {
    ledgers: projects.map((row) => ({
      ...toLedger(row),
      entries: Object.fromEntries(entryKinds.map((kind) => [kind, count(entries, row.id, kind)])) as Record<
        EntryKind,
        number
      >,
      sessions: count(sessions, row.id),
    })),
    blobs: {
      count: getNumber(blobs!, 'count'),
      bytes: getOptionalNumber(blobs!, 'bytes') ?? 0,
      textBytes: getOptionalNumber(blobs!, 'text') ?? 0,
    },
  }
}
