import { getText, query } from './query.ts'
import type { OpenLedger } from './sent-reads.ts'

/** Deliveries are judged for at most this many injections of a session. */
const maxInjections = 20

export type PendingDeliveries = 'nothing' | 'unknown' | 'open' | 'lost'

/**
 * Whether the deliveries of a session still have to be judged: `lost` if a part of one did not arrive and may have to be sent again; `open`
 * if an injection has not been judged; `unknown` if a verdict was; else `nothing`. A hook asks this with each prompt, so it is one query and
 * an estimate: the caller examines every answer but `nothing` in detail.
 */
export function checkPendingDeliveries(
  { database, project }: OpenLedger,
  session: string,
): PendingDeliveries {
  const last = `SELECT d.body FROM events v JOIN entries d ON d.project_id = v.project_id AND d.seq = v.seq
    WHERE v.project_id = i.project_id AND v.seq > i.seq AND v.name = 'delivery' AND instr(d.body, i.injection_id)
    ORDER BY v.seq DESC LIMIT 1`
  const pending = query(
    `SELECT CASE WHEN verdict IS NULL THEN 'open'
        WHEN instr(verdict, '"truncated"') OR instr(verdict, '"dropped"') THEN 'lost'
        WHEN instr(verdict, '"unknown"') THEN 'unknown' END AS state
     FROM (SELECT (${last}) AS verdict
       FROM (SELECT * FROM injections WHERE project_id = ? AND session_id = ? ORDER BY seq DESC LIMIT ?) i
       WHERE i.status <> 'error' AND i.text_id IS NOT NULL
         AND NOT (i.level = 'read' AND EXISTS (SELECT 1 FROM entries e
           WHERE e.project_id = i.project_id AND e.seq = i.seq AND instr(e.body, '"asked":'))))
     WHERE state IS NOT NULL ORDER BY state LIKE 'lost' DESC, state LIKE 'open' DESC LIMIT 1`,
    ...[project.id, session, maxInjections],
  )
  const [row] = database.run(pending)
  return row === undefined ? 'nothing' : (getText(row, 'state') as PendingDeliveries)
}
