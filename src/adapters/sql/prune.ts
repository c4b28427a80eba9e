import type { Parcel } from '../../core/ledger/index.ts'
import type { Deleted, LedgerKey, Pruned, Pruning } from '../../ports/index.ts'
import { append, findOrMake } from './append.ts'
import type { Tools } from './tools.ts'
import { ask, numberIn, textIn, type Work } from './work.ts'

export interface PruneWork extends Pruning {
  readonly key: LedgerKey
  readonly parcelFor: (deleted: readonly Deleted[]) => Parcel | null
}

/** Their rows and digests stay, so that what refers to them still does. */
export function* prune(tools: Tools, work: PruneWork): Work<Omit<Pruned, 'overwritten'>> {
  const { key, digests, parcelFor } = work
  const project = yield* findOrMake(tools, key)
  const deleted: Deleted[] = []
  for (let i = 0; i < digests.length; i += 500) {
    deleted.push(...(yield* deleteSome(tools, project.id, { ...work, digests: digests.slice(i, i + 500) })))
  }
  const parcel = parcelFor(deleted)
  const [appended = null] = parcel === null ? [] : yield* append(tools, key, [parcel])
  return { deleted, appended }
}

/** Whoever chose them did so before the transaction: only here is it certain that nothing needs them. */
function* deleteSome(
  tools: Tools,
  project: number,
  { digests, textsTo, accountsTo }: Pruning,
): Work<Deleted[]> {
  const marks = digests.map(() => '?').join(', ')
  // Locked first, so that the next statement sees whoever was just about to refer to one.
  if (tools.server)
    yield* ask(`SELECT id FROM blobs WHERE digest IN (${marks}) ORDER BY id FOR UPDATE`, ...digests)
  const lines = yield* ask(
    `SELECT id, digest, length(data) AS bytes FROM blobs WHERE digest IN (${marks}) AND data IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM injections i WHERE i.project_id = ? AND i.text_id = blobs.id AND i.seq > ?)
     AND NOT EXISTS (SELECT 1 FROM injections i WHERE i.project_id = ? AND i.account_id = blobs.id AND i.seq > ?)
     AND NOT EXISTS (SELECT 1 FROM projects p JOIN injections i ON i.project_id = p.id
       WHERE p.id <> ? AND i.text_id = blobs.id)
     AND NOT EXISTS (SELECT 1 FROM projects p JOIN injections i ON i.project_id = p.id
       WHERE p.id <> ? AND i.account_id = blobs.id)`,
    ...[...digests, project, textsTo, project, accountsTo, project, project],
  )
  if (lines.length === 0) return []
  const ids = lines.map((line) => numberIn(line, 'id'))
  yield* ask(`UPDATE blobs SET data = NULL WHERE id IN (${ids.map(() => '?').join(', ')})`, ...ids)
  return lines.map((line) => ({ digest: textIn(line, 'digest'), bytes: numberIn(line, 'bytes') }))
}
