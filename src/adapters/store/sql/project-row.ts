import { isEntryUid } from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { LedgerKey } from '../../../ports/index.ts'
import { getNumber, getText, query, type Transaction } from './query.ts'
import type { WriteDeps } from './write-deps.ts'

/** A row of `projects`: each project has one ledger. */
export interface ProjectRow {
  readonly id: number
  readonly uid: string
}

export interface NewProjectRow {
  readonly uid: string
  readonly name: string
  /** True for the ledger of the project that contains the store. */
  readonly own: boolean
}

/** On Postgres this locks the row: until the transaction ends, only its owner writes to the ledger. */
export function* findProjectRow(
  deps: Pick<WriteDeps, 'server'>,
  key: LedgerKey,
): Transaction<ProjectRow | null> {
  const lock = deps.server ? ' FOR UPDATE' : ''
  const uid = key.uid ?? (deps.server ? key.name : null)
  const [row] =
    uid === null
      ? yield* query('SELECT id, uid FROM projects WHERE own = 1 ORDER BY id LIMIT 1')
      : yield* query(`SELECT id, uid FROM projects WHERE uid = ?${lock}`, uid)
  return row === undefined ? null : { id: getNumber(row, 'id'), uid: getText(row, 'uid') }
}

/** Returns the id of a ledger by its uid, without a lock; null if the store does not have it. */
export function* findProjectId(uid: string): Transaction<number | null> {
  const [row] = yield* query('SELECT id FROM projects WHERE uid = ?', uid)
  return row === undefined ? null : getNumber(row, 'id')
}

export function* findOrCreateProjectRow(deps: WriteDeps, key: LedgerKey): Transaction<ProjectRow> {
  const found = yield* findProjectRow(deps, key)
  if (found !== null) return found
  const own = key.uid === null && !deps.server
  const uid = key.uid ?? (own ? deps.newUid(key.name) : key.name)
  if (!isEntryUid(uid)) throw new Refusal('import-invalid', `${JSON.stringify(uid)} cannot name a ledger`)
  return yield* createProjectRow(deps, { uid, name: key.name, own })
}

export function* createProjectRow(
  deps: WriteDeps,
  { uid, name, own }: NewProjectRow,
): Transaction<ProjectRow> {
  yield* query(
    `INSERT INTO projects (uid, name, created_at, own) VALUES (?, ?, ?, ?)
     ON CONFLICT (uid) DO ${own ? 'UPDATE SET own = 1' : 'NOTHING'}`,
    ...[uid, name.replaceAll('\0', ''), deps.clock().toISOString(), Number(own)],
  )
  return (yield* findProjectRow(deps, { uid, name }))!
}
