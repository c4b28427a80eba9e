import type { Parcel } from '../../../core/receipt/index.ts'
import type { DeletedBlob, LedgerKey, PruneSelection, StorePruneResult } from '../../../ports/index.ts'
import { appendParcels } from './append.ts'
import { findOrCreateProjectRow } from './project-row.ts'
import { getNumber, getText, listPlaceholders, query, splitIntoBatches, type Transaction } from './query.ts'
import type { WriteDeps } from './write-deps.ts'

export interface PruneInput extends PruneSelection {
  readonly key: LedgerKey
  readonly parcelFor: (deleted: readonly DeletedBlob[]) => Parcel | null
}

/** Deletes the data of blobs. Their rows and digests stay, because entries refer to them. */
export function* pruneBlobs(
  deps: WriteDeps,
  input: PruneInput,
): Transaction<Omit<StorePruneResult, 'overwritten'>> {
  const { key, parcelFor } = input
  const project = yield* findOrCreateProjectRow(deps, key)
  const deleted: DeletedBlob[] = []
  for (const digests of splitIntoBatches(input.digests, 500)) {
    deleted.push(...(yield* deleteBlobs(deps, project.id, { ...input, digests })))
  }
  const parcel = parcelFor(deleted)
  const [appended = null] = parcel === null ? [] : yield* appendParcels(deps, key, [parcel])
  return { deleted, appended }
}

/** The digests were chosen before the transaction, so this checks again that no entry needs them. */
function* deleteBlobs(
  deps: WriteDeps,
  project: number,
  { digests, textsTo, accountsTo }: PruneSelection,
): Transaction<DeletedBlob[]> {
  const places = listPlaceholders(digests)
  // Locked first, so that the next statement sees entries of other transactions that refer to one of them.
  if (deps.server)
    yield* query(`SELECT id FROM blobs WHERE digest IN (${places}) ORDER BY id FOR UPDATE`, ...digests)
  const rows = yield* query(
    `SELECT id, digest, length(data) AS bytes FROM blobs WHERE digest IN (${places}) AND data IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM injections i WHERE i.project_id = ? AND i.text_id = blobs.id AND i.seq > ?)
     AND NOT EXISTS (SELECT 1 FROM injections i WHERE i.project_id = ? AND i.account_id = blobs.id AND i.seq > ?)
     AND NOT EXISTS (SELECT 1 FROM projects p JOIN injections i ON i.project_id = p.id
       WHERE p.id <> ? AND i.text_id = blobs.id)
     AND NOT EXISTS (SELECT 1 FROM projects p JOIN injections i ON i.project_id = p.id
       WHERE p.id <> ? AND i.account_id = blobs.id)`,
    ...[...digests, project, textsTo, project, accountsTo, project, project],
  )
  if (rows.length === 0) return []
  const ids = rows.map((row) => getNumber(row, 'id'))
  yield* query(`UPDATE blobs SET data = NULL WHERE id IN (${listPlaceholders(ids)})`, ...ids)
  return rows.map((row) => ({ digest: getText(row, 'digest'), bytes: getNumber(row, 'bytes') }))
}
