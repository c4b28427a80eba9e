// Records of tactical memory. A packet may need them, so this loads no driver.
import type { Parcel } from '../../../core/receipt/index.ts'
import {
  type Promotion,
  parseRecord,
  type StoredRecord,
  type TacticalRecord,
} from '../../../core/sources/index.ts'
import type { AppendResult, LedgerKey, PromotionState, RecordBody } from '../../../ports/index.ts'
import { appendParcels } from './append.ts'
import { findOrCreateProjectRow, findProjectRow, type ProjectRow } from './project-row.ts'
import { listPlaceholders, query, type Row, splitIntoBatches, type Transaction } from './query.ts'
import type { WriteDeps } from './write-deps.ts'

/** With `since`: only records that expire later and have not been promoted. */
export function* readRecords(project: number, since?: string): Transaction<StoredRecord[]> {
  const current = since === undefined ? '' : ' AND expires_at > ? AND promoted_at IS NULL'
  const rows = yield* query(
    `SELECT record_id, body, promoted_at, promoted_to FROM tactical_records WHERE project_id = ?${current}`,
    ...[project, ...(since === undefined ? [] : [since])],
  )
  return rows.flatMap(parseRow)
}

/** Another program may have written the row: an invalid record is left out. */
function parseRow({ record_id, body, promoted_at, promoted_to }: Row): StoredRecord[] {
  const record = typeof body === 'string' ? parseRecord(body) : ''
  if (typeof record === 'string' || record.record_id !== record_id) return []
  const promoted = typeof promoted_at === 'string' && { at: promoted_at, to: String(promoted_to ?? '') }
  return [{ record, promoted: promoted || null }]
}

/** Takes no lock, because a user with read access only must be able to read. */
function* findProjectToRead({ server }: WriteDeps, key: LedgerKey): Transaction<ProjectRow | null> {
  return yield* findProjectRow({ server: false }, server ? { ...key, uid: key.uid ?? key.name } : key)
}

export function* readLedgerRecords(deps: WriteDeps, key: LedgerKey): Transaction<StoredRecord[]> {
  const project = yield* findProjectToRead(deps, key)
  return project === null ? [] : yield* readRecords(project.id)
}

export function* readRecordBodies(deps: WriteDeps, uid: string): Transaction<RecordBody[]> {
  const project = yield* findProjectToRead(deps, { uid, name: uid })
  if (project === null) return []
  const rows = yield* query(
    'SELECT record_id, body FROM tactical_records WHERE project_id = ? ORDER BY record_id',
    project.id,
  )
  return rows.map(({ record_id, body }) => ({ id: String(record_id), body: String(body) }))
}

export function* saveRecord(
  deps: WriteDeps,
  key: LedgerKey,
  { record, parcel }: { record: TacticalRecord; parcel: Parcel },
): Transaction<boolean> {
  const project = yield* findOrCreateProjectRow(deps, key)
  const isNew = yield* insertRecord(project.id, { record, promoted: null })
  if (isNew) yield* appendParcels(deps, key, [parcel])
  return isNew
}

export function* insertRecord(project: number, { record, promoted }: StoredRecord): Transaction<boolean> {
  const { record_id, captured_at, policy } = record
  const inserted = yield* query(
    `INSERT INTO tactical_records (project_id, record_id, captured_at, expires_at, body, promoted_at, promoted_to)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING record_id`,
    ...[project, record_id, captured_at, policy.ttl_expires_at, JSON.stringify(record)],
    ...[promoted?.at ?? null, promoted?.to ?? null],
  )
  return inserted.length > 0
}

export function* promoteRecord(
  deps: WriteDeps,
  key: LedgerKey,
  { id, promotion, parcel }: { id: string; promotion: Promotion; parcel: Parcel },
): Transaction<PromotionState> {
  const project = yield* findProjectRow(deps, key)
  if (project === null) return 'gone'
  const promoted = yield* query(
    `UPDATE tactical_records SET promoted_at = ?, promoted_to = ?
     WHERE project_id = ? AND record_id = ? AND promoted_at IS NULL RETURNING record_id`,
    ...[promotion.at, promotion.to, project.id, id],
  )
  if (promoted.length === 0) {
    const found = yield* query(
      'SELECT 1 AS found FROM tactical_records WHERE project_id = ? AND record_id = ?',
      ...[project.id, id],
    )
    return found.length > 0 ? 'already' : 'gone'
  }
  yield* appendParcels(deps, key, [parcel])
  return 'promoted'
}

export function* forgetRecords(
  deps: WriteDeps,
  key: LedgerKey,
  { ids, parcelFor }: { ids: readonly string[]; parcelFor: (gone: readonly string[]) => Parcel | null },
): Transaction<{ gone: string[]; appended: AppendResult | null }> {
  const project = yield* findProjectRow(deps, key)
  const gone: string[] = []
  if (project === null) return { gone, appended: null }
  for (const chunk of splitIntoBatches(ids, 500)) {
    const deleted = yield* query(
      `DELETE FROM tactical_records WHERE project_id = ? AND record_id IN (${listPlaceholders(chunk)})
       RETURNING record_id`,
      ...[project.id, ...chunk],
    )
    gone.push(...deleted.map(({ record_id }) => String(record_id)))
  }
  gone.sort()
  const parcel = gone.length === 0 ? null : parcelFor(gone)
  const [appended = null] = parcel === null ? [] : yield* appendParcels(deps, key, [parcel])
  return { gone, appended }
}
