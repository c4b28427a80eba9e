import {
  computeGenesisDigest,
  type EntryDraft,
  linkEntry,
  type Parcel,
  parseDraftRow,
} from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { AppendResult, LedgerKey } from '../../../ports/index.ts'
import { writeEntryRows } from './entry-rows.ts'
import { findOrCreateProjectRow, type ProjectRow } from './project-row.ts'
import { getNumber, getText, query, type Transaction } from './query.ts'
import type { WriteDeps } from './write-deps.ts'

/** The last entry of a ledger. */
export interface LedgerEnd {
  readonly seq: number
  readonly digest: string
  /** The latest time of all entries; empty while the ledger is empty. */
  readonly highAt: string
}

export function* appendParcels(
  deps: WriteDeps,
  key: LedgerKey,
  parcels: readonly Parcel[],
): Transaction<AppendResult[]> {
  const project = yield* findOrCreateProjectRow(deps, key)
  let end = yield* readLedgerEnd(deps, project)
  const appended: AppendResult[] = []
  for (const { draft, blobs } of parcels) {
    const row = parseDraftRow(draft)
    if (typeof row === 'string')
      throw new Refusal('import-invalid', `"${draft.uid}" is not a valid entry: ${row}`)
    const entry = linkEntry(draft, end.seq + 1, end.digest, deps.hash)
    const highAt = pickLater(end.highAt, draft.at)
    if (yield* insertEntry(project.id, entry, highAt)) {
      yield* writeEntryRows({ deps, project: project.id, entry, row, blobs })
      const behindMs = measureClockLag(end.highAt, draft)
      appended.push({ seq: entry.seq, digest: entry.digest, fresh: true, behindMs })
      end = { seq: entry.seq, digest: entry.digest, highAt }
    } else {
      appended.push(yield* findAppended(project.id, draft.uid))
    }
  }
  return appended
}

/** Returns false if the ledger already has an entry with this uid. */
export function* insertEntry(
  project: number,
  entry: ReturnType<typeof linkEntry>,
  highAt: string,
): Transaction<boolean> {
  const { seq, uid, kind, at, prev, digest, body } = entry
  const inserted = yield* query(
    `INSERT INTO entries (project_id, seq, uid, kind, at, high_at, prev, digest, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (project_id, uid) DO NOTHING RETURNING seq`,
    ...[project, seq, uid, kind, at, highAt, prev, digest, body],
  )
  return inserted.length > 0
}

function* findAppended(project: number, uid: string): Transaction<AppendResult> {
  const [row] = yield* query('SELECT seq, digest FROM entries WHERE project_id = ? AND uid = ?', project, uid)
  return { seq: getNumber(row!, 'seq'), digest: getText(row!, 'digest'), fresh: false, behindMs: 0 }
}

export const pickLater = (a: string, b: string) => (a > b ? a : b)

function measureClockLag(highAt: string, draft: EntryDraft): number {
  return highAt > draft.at ? Math.max(0, Date.parse(highAt) - Date.parse(draft.at)) : 0
}

export function* readLedgerEnd(deps: WriteDeps, project: ProjectRow): Transaction<LedgerEnd> {
  const [row] = yield* query(
    'SELECT seq, digest, high_at FROM entries WHERE project_id = ? ORDER BY seq DESC LIMIT 1',
    project.id,
  )
  if (row === undefined) return { seq: 0, digest: computeGenesisDigest(project.uid, deps.hash), highAt: '' }
  return { seq: getNumber(row, 'seq'), digest: getText(row, 'digest'), highAt: getText(row, 'high_at') }
}
