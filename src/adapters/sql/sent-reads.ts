import type { Entry } from '../../core/ledger/index.ts'
import type { SentReads } from '../../ports/index.ts'
import { unpack } from './blob-codec.ts'
import type { Database } from './database.ts'
import type { Project } from './tools.ts'
import { ask, type Line, numberIn, textIn } from './work.ts'

/** A ledger, and the connection that leads to it. */
export interface OpenLedger {
  readonly database: Database
  readonly project: Project
}

/** Without a query builder, which takes longer to load than all there is to ask. */
export function sentReads({ database, project }: OpenLedger): SentReads {
  return {
    async log(_, { session, limit }) {
      const lines = database.step(
        ask(
          'SELECT seq, injection_id, status FROM injections WHERE project_id = ? AND session_id = ? ORDER BY seq DESC LIMIT ?',
          ...[project.id, session, limit],
        ),
      )
      return lines.map((line) => {
        const [injection_id, status] = [textIn(line, 'injection_id'), textIn(line, 'status')]
        return { seq: numberIn(line, 'seq'), injection_id, status }
      })
    },
    async entries(_, after, limit, kind) {
      const events =
        kind === undefined ? '' : 'JOIN events v ON v.project_id = e.project_id AND v.seq = e.seq'
      const lines = database.step(
        ask(
          `SELECT e.* FROM entries e ${events} WHERE e.project_id = ? AND e.seq > ? ORDER BY e.seq LIMIT ?`,
          ...[project.id, after, limit],
        ),
      )
      return lines.map((line) => ({ entry: entryIn(line) }))
    },
    async blob(digest) {
      const [line] = database.step(ask('SELECT codec, data FROM blobs WHERE digest = ?', digest))
      return line === undefined || line.data === null ? null : unpack(line.codec, line.data)
    },
  }
}

function entryIn(line: Line): Entry {
  const text = (column: string) => textIn(line, column)
  return {
    seq: numberIn(line, 'seq'),
    uid: text('uid'),
    kind: text('kind') as Entry['kind'],
    at: text('at'),
    prev: text('prev'),
    digest: text('digest'),
    body: text('body'),
  }
}
