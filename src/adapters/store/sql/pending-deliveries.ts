import { query } from './query.ts'
import type { OpenLedger } from './sent-reads.ts'

/** Deliveries are judged for at most this many injections of a session. */
const maxInjections = 20

/**
 * Whether the deliveries of a session still have to be judged: `nothing`; `open` if an injection has not been judged; `lost` if a part of
 * one did not arrive and may have to be sent again. A hook asks this with each prompt, so it is one query and an estimate: the caller
 * examines every answer but `nothing` in detail.
 */
export function checkPendingDeliveries(
  { database, project }: OpenLedger,
  session: string,
): 'nothing' | 'open' | 'lost' {
  const judged = `SELECT 1 FROM events v JOIN entries d ON d.project_id = v.project_id AND d.seq = v.seq
    WHERE v.project_id = i.project_id AND v.seq > i.seq AND v.name = 'delivery' AND instr(d.body, i.injection_id)`
  const pending = query(
    `SELECT EXISTS (${judged}) AS judged
     FROM (SELECT * FROM injections WHERE project_id = ? AND session_id = ? ORDER BY seq DESC LIMIT ?) i
     WHERE i.status <> 'error' AND i.text_id IS NOT NULL
       AND NOT (i.level = 'read' AND EXISTS (SELECT 1 FROM entries e
         WHERE e.project_id = i.project_id AND e.seq = i.seq AND instr(e.body, '"asked":')))
       AND NOT EXISTS (${judged} AND NOT instr(d.body, '"truncated"') AND NOT instr(d.body, '"dropped"'))
     ORDER BY judged DESC LIMIT 1`,
    ...[project.id, session, maxInjections],
  )
  const [row] = database.run(pending)
  if (row === undefined) return 'nothing'
  return row.judged === 0 ? 'open' : 'lost'
}
