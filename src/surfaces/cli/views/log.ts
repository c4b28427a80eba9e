import type { LogResult } from '../../../app/history/index.ts'
import type { InjectionLabel } from '../../../app/output/index.ts'
import type { LogRow } from '../../../ports/index.ts'
import { visibleLine } from '../visible.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, short, table, thousands, when } from './text.ts'

export function logView(answer: LogResult, filtered: boolean, paint: Paint): string {
  if (answer.injections.length > 0) return page(logTable(answer.injections, paint))
  return page(
    filtered
      ? paragraph(`No injection of ${answer.project} is like that.`)
      : paragraph(noneYet(answer.project)),
  )
}

/** One sentence for the beginning. */
export function noneYet(project: string): string {
  return `Nothing was injected into ${project} yet: "foreword install", "foreword dispatch" and "foreword assemble" do that.`
}

const columns = [
  { head: 'seq', right: true },
  { head: 'time (UTC)' },
  { head: 'injection' },
  { head: 'level', lose: 'end' },
  { head: 'tokens', right: true },
  { head: 'agent', lose: 'end' },
  { head: 'outcome', lose: 'end' },
] as const

export function logTable(rows: readonly LogRow[], paint: Paint): string[] {
  const [title = '', ...lines] = table(
    columns,
    rows.map((row) => [
      String(row.seq),
      when(row.at),
      row.injection_id,
      row.level,
      thousands(row.total),
      row.agent ?? '-',
      outcomeOf(row),
    ]),
  )
  return [paint.faint(title), ...lines.map((line, i) => (failed(rows[i]!) ? paint.bad(line) : line))]
}

/** The table with what ties each injection to its entry, its session and its run. */
export function logTableVerbose(rows: readonly LogRow[], paint: Paint): string[] {
  const [title = '', ...lines] = logTable(rows, paint)
  return [
    title,
    ...lines.flatMap((line, i) => {
      const { digest, session_id, run_id } = rows[i]!
      const run = run_id === null ? '' : `, run ${run_id}`
      const facts = `entry ${short(digest)}, session ${session_id}${run}`
      return [line, ...paragraph(facts, ' '.repeat(7)).map((one) => paint.faint(one))]
    }),
  ]
}

/** How the run ended; without a run, what became of the packet. */
function outcomeOf({ outcome, status }: LogRow): string {
  if (outcome !== null) return outcome
  return status === 'success' ? 'sent' : status === 'error' ? 'refused' : status
}

function failed(row: LogRow): boolean {
  return row.outcome === 'failed' || row.outcome === 'timeout' || row.status === 'error'
}

/** `INJ-… (entry 12, 2026-11-16 06:20, standard, claude)` */
export function labelled(label: InjectionLabel): string {
  const { injection_id, seq, at, level, agent } = label
  const facts = [`entry ${seq}`, when(at), level, ...(agent === null ? [] : [agent])]
  return visibleLine(`${injection_id} (${facts.join(', ')})`)
}
