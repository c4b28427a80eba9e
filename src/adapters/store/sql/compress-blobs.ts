// Compresses blobs that hooks wrote uncompressed. Loaded at the end of a session, when no agent waits for an answer.
import { deflateBytes, minCompressedBytes } from './encode-blob.ts'
import { getNumber, query, type Transaction } from './query.ts'

/** More than a session writes, and few enough that other writers do not have to wait. */
const maxBlobs = 64
/** The next session is probably sent the same texts, and its first prompts compare them: decompressing would slow them down. */
const recentInjections = 8

/** Returns how many blobs were compressed. */
export function* compressBlobs(project: number): Transaction<number> {
  const recent = '(SELECT account_id, text_id FROM injections WHERE project_id = ? ORDER BY seq DESC LIMIT ?)'
  const rows = yield* query(
    `SELECT id, data FROM blobs WHERE id > (SELECT max(id) FROM blobs) - ? AND codec = 'raw' AND size > ? AND data IS NOT NULL
       AND id NOT IN (SELECT account_id FROM ${recent} UNION SELECT text_id FROM ${recent} WHERE text_id IS NOT NULL)`,
    ...[maxBlobs, minCompressedBytes, project, recentInjections, project, recentInjections],
  )
  for (const row of rows) {
    if (!(row.data instanceof Uint8Array)) continue
    const compressed = deflateBytes(row.data)
    yield* query(`UPDATE blobs SET codec = 'zlib', data = ? WHERE id = ?`, compressed, getNumber(row, 'id'))
  }
  return rows.length
}
