// Packs what a process that lived for moments has written as it was. Loaded at the end of a session, when nobody waits.
import { deflated, smallest } from './blob-codec.ts'
import { ask, numberIn, type Work } from './work.ts'

/** So few that others who write do not wait for it, and more than a session brings. */
const most = 64
/** What the last ones were sent the next one is sent too, and its first prompts compare it with what arrived: to unpack it takes them long. */
const inUse = 8

/** How many texts were packed. */
export function* packLoose(project: number): Work<number> {
  const recent = '(SELECT account_id, text_id FROM injections WHERE project_id = ? ORDER BY seq DESC LIMIT ?)'
  const lines = yield* ask(
    `SELECT id, data FROM blobs WHERE id > (SELECT max(id) FROM blobs) - ? AND codec = 'raw' AND size > ? AND data IS NOT NULL
       AND id NOT IN (SELECT account_id FROM ${recent} UNION SELECT text_id FROM ${recent} WHERE text_id IS NOT NULL)`,
    ...[most, smallest, project, inUse, project, inUse],
  )
  for (const line of lines) {
    if (!(line.data instanceof Uint8Array)) continue
    yield* ask(
      `UPDATE blobs SET codec = 'zlib', data = ? WHERE id = ?`,
      deflated(line.data),
      numberIn(line, 'id'),
    )
  }
  return lines.length
}
