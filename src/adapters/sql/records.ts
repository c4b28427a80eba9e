// Records of tactical memory. A packet may ask for them: loads no query builder.
import type { Parcel } from '../../core/ledger/index.ts'
import { type KeptRecord, type Promotion, parseRecord, type TacticalRecord } from '../../core/memory/index.ts'
import type { Appended, LedgerKey, PromotionState, RecordBody } from '../../ports/index.ts'
import { append, find, findOrMake } from './append.ts'
import type { Tools } from './tools.ts'
import { ask, type Line, type Value, type Work } from './work.ts'

const columns = 'record_id, body, promoted_at, promoted_to'

/** `since`: only those that expire later than this, and have not become candidates. */
export function* readRecords(project: number, since?: string): Work<KeptRecord[]> {
  const current = since === undefined ? '' : ' AND expires_at > ? AND promoted_at IS NULL'
  const lines = yield* ask(
    `SELECT ${columns} FROM tactical_records WHERE project_id = ?${current}`,
    ...[project, ...(since === undefined ? [] : [since])],
  )
  return lines.flatMap(recordIn)
}

/** Whoever can write to the store can write anything there; what is no record is shown to nobody. */
function recordIn({ record_id, body, promoted_at, promoted_to }: Line): KeptRecord[] {
  const record = typeof body === 'string' ? parseRecord(body) : ''
  if (typeof record === 'string' || record.record_id !== record_id) return []
  const promoted = typeof promoted_at === 'string' && { at: promoted_at, to: String(promoted_to ?? '') }
  return [{ record, promoted: promoted || null }]
}

/** Without the lock that those who write take: somebody who may only read can ask, too. */
function* findToRead({ server }: Tools, key: LedgerKey) {
  return yield* find({ server: false }, server ? { ...key, uid: key.uid ?? key.name } : key)
}

export function* recordsOf(tools: Tools, key: LedgerKey): Work<KeptRecord[]> {
  const project = yield* findToRead(tools, key)
  return project === null ? [] : yield* readRecords(project.id)
}

function* readBodies(project: number): Work<RecordBody[]> {
  const lines = yield* ask(
    'SELECT record_id, body FROM tactical_records WHERE project_id = ? ORDER BY record_id',
    project,
  )
  return lines.map(({ record_id, body }) => ({ id: String(record_id), body: String(body) }))
}

export function* bodiesOf(tools: Tools, uid: string): Work<RecordBody[]> {
  const project = yield* findToRead(tools, { uid, name: uid })
  return project === null ? [] : yield* readBodies(project.id)
}

export function* keepRecord(
  tools: Tools,
  key: LedgerKey,
  { record, parcel }: { record: TacticalRecord; parcel: Parcel },
): Work<boolean> {
  const project = yield* findOrMake(tools, key)
  const kept = yield* insertRecord(project.id, { record, promoted: null })
  if (kept) yield* append(tools, key, [parcel])
  return kept
}

export function* insertRecord(project: number, { record, promoted }: KeptRecord): Work<boolean> {
  const { record_id, captured_at, policy } = record
  const values: Value[] = [project, record_id, captured_at, policy.ttl_expires_at, JSON.stringify(record)]
  const inserted = yield* ask(
    `INSERT INTO tactical_records (project_id, record_id, captured_at, expires_at, body, promoted_at, promoted_to)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING record_id`,
    ...[...values, promoted?.at ?? null, promoted?.to ?? null],
  )
  return inserted.length > 0
}

export function* promoteRecord(
  tools: Tools,
  key: LedgerKey,
  { id, promotion, parcel }: { id: string; promotion: Promotion; parcel: Parcel },
): Work<PromotionState> {
  const project = yield* find(tools, key)
  if (project === null) return 'gone'
  const marked = yield* ask(
    `UPDATE tactical_records SET promoted_at = ?, promoted_to = ?
     WHERE project_id = ? AND record_id = ? AND promoted_at IS NULL RETURNING record_id`,
    ...[promotion.at, promotion.to, project.id, id],
  )
  if (marked.length === 0) {
    const there = yield* ask(
      'SELECT 1 AS there FROM tactical_records WHERE project_id = ? AND record_id = ?',
      ...[project.id, id],
    )
    return there.length > 0 ? 'already' : 'gone'
  }
  yield* append(tools, key, [parcel])
  return 'promoted'
}

/** So many at a time: an engine takes a limited number of values. */
const some = 500

export function* forgetRecords(
  tools: Tools,
  key: LedgerKey,
  { ids, parcelFor }: { ids: readonly string[]; parcelFor: (gone: readonly string[]) => Parcel | null },
): Work<{ gone: string[]; appended: Appended | null }> {
  const project = yield* find(tools, key)
  const gone: string[] = []
  if (project === null) return { gone, appended: null }
  for (let i = 0; i < ids.length; i += some) {
    const these = ids.slice(i, i + some)
    const deleted = yield* ask(
      `DELETE FROM tactical_records WHERE project_id = ? AND record_id IN (${these.map(() => '?').join(', ')})
       RETURNING record_id`,
      ...[project.id, ...these],
    )
    gone.push(...deleted.map(({ record_id }) => String(record_id)))
  }
  gone.sort()
  const parcel = gone.length === 0 ? null : parcelFor(gone)
  const [appended = null] = parcel === null ? [] : yield* append(tools, key, [parcel])
  return { gone, appended }
}
