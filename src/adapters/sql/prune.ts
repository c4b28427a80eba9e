import type { Parcel } from '../../core/ledger/index.ts'
import type { Appended, LedgerKey } from '../../ports/index.ts'
import { append, findOrMake } from './append.ts'
import type { Tools } from './tools.ts'
import { ask, type Work } from './work.ts'

export interface Pruning {
  readonly key: LedgerKey
  readonly digests: readonly string[]
  readonly parcel: Parcel
}

/** Their rows and digests stay, so that what refers to them still does. */
export function* prune(tools: Tools, { key, digests, parcel }: Pruning): Work<Appended> {
  const project = yield* findOrMake(tools, key)
  for (let i = 0; i < digests.length; i += 500) {
    const some = digests.slice(i, i + 500)
    const marks = some.map(() => '?').join(', ')
    // Locked first, so that the next statement sees whoever was just about to refer to one.
    if (tools.server)
      yield* ask(`SELECT id FROM blobs WHERE digest IN (${marks}) ORDER BY id FOR UPDATE`, ...some)
    yield* ask(
      `UPDATE blobs SET data = NULL WHERE digest IN (${marks})
       AND NOT EXISTS (SELECT 1 FROM projects p JOIN injections i ON i.project_id = p.id
         WHERE p.id <> ? AND i.account_id = blobs.id)
       AND NOT EXISTS (SELECT 1 FROM projects p JOIN injections i ON i.project_id = p.id
         WHERE p.id <> ? AND i.text_id = blobs.id)`,
      ...some,
      project.id,
      project.id,
    )
  }
  const [appended] = yield* append(tools, key, [parcel])
  return appended!
}
