import type { Entry } from '../../../core/receipt/index.ts'
import type { SentReads } from '../../../ports/index.ts'
import type { Database } from './database.ts'
import { decodeBlob } from './encode-blob.ts'
import type { ProjectRow } from './project-row.ts'
import { getNumber, getText, query, type Row } from './query.ts'

/** A ledger, and the connection to its store. */
export interface OpenLedger {
  readonly database: Database
  readonly project: ProjectRow
}

/** The few reads that a hook needs, over the connection that it has. */
export function createSentReads({ database, project }: OpenLedger): SentReads {
  return {
    async log(_, { session, limit }) {
      const rows = database.run(
        query(
          'SELECT seq, injection_id, status FROM injections WHERE project_id = ? AND session_id = ? ORDER BY seq DESC LIMIT ?',
          ...[project.id, session, limit],
        ),
      )
      return rows.map((row) => ({
        seq: getNumber(row, 'seq'),
        injection_id: getText(row, 'injection_id'),
        status: getText(row, 'status'),
      }))
    },
    async entries(_, after, limit, kind) {
      const events =
        kind === undefined ? '' : 'JOIN events v ON v.project_id = e.project_id AND v.seq = e.seq'
      const rows = database.run(
        query(
          `SELECT e.* FROM entries e ${events} WHERE e.project_id = ? AND e.seq > ? ORDER BY e.seq LIMIT ?`,
          ...[project.id, after, limit],
        ),
      )
      return rows.map((row) => ({ entry: readEntry(row) }))
    },
    async blob(digest) {
      const [row] = database.run(query('SELECT codec, data FROM blobs WHERE digest = ?', digest))
      return row === undefined || row.data === null ? null : decodeBlob(row.codec, row.data)
    },
  }
}

function readEntry(row: Row): Entry {
  return {
    seq: getNumber(row, 'seq'),
    uid: getText(row, 'uid'),
    kind: getText(row, 'kind') as Entry['kind'],
    at: getText(row, 'at'),
    prev: getText(row, 'prev'),
    digest: getText(row, 'digest'),
    body: getText(row, 'body'),
  }
}
