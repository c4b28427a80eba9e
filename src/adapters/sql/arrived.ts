import type { OpenLedger } from './sent-reads.ts'
import { ask } from './work.ts'

/** As far back in a session as a delivery is ever judged. */
const mostInjections = 20

/**
 * What is left to find out about what a session was sent: nothing; whether something of it arrived; or it is known that something was
 * lost, which may have to be sent again. Asked with each prompt, so in one question, and roughly: whatever is left is looked at again by
 * those who know better.
 */
export function leftToJudge({ database, project }: OpenLedger, session: string): 'nothing' | 'open' | 'lost' {
  const judged = `SELECT 1 FROM events v JOIN entries d ON d.project_id = v.project_id AND d.seq = v.seq
    WHERE v.project_id = i.project_id AND v.seq > i.seq AND v.name = 'delivery' AND instr(d.body, i.injection_id)`
  const open = ask(
    `SELECT EXISTS (${judged}) AS judged
     FROM (SELECT * FROM injections WHERE project_id = ? AND session_id = ? ORDER BY seq DESC LIMIT ?) i
     WHERE i.status <> 'error' AND i.text_id IS NOT NULL
       AND NOT (i.level = 'read' AND EXISTS (SELECT 1 FROM entries e
         WHERE e.project_id = i.project_id AND e.seq = i.seq AND instr(e.body, '"asked":')))
       AND NOT EXISTS (${judged} AND NOT instr(d.body, '"truncated"') AND NOT instr(d.body, '"dropped"'))
     ORDER BY judged DESC LIMIT 1`,
    ...[project.id, session, mostInjections],
  )
  const [line] = database.step(open)
  if (line === undefined) return 'nothing'
  return line.judged === 0 ? 'open' : 'lost'
}
