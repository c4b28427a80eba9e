import type { LogRow } from '../../../ports/index.ts'
import { formatTable, formatThousands, formatTime, shortenDigest, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

/** The message for a project without injections. */
export function formatNoInjections(project: string): string {
  return `No injections into ${project} yet. Use "foreword install", "foreword dispatch" or "foreword assemble".`
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

export function formatLogTable(rows: readonly LogRow[], paint: Paint): string[] {
  const [title = '', ...lines] = formatTable(
    columns,
    rows.map((row) => [
      String(row.seq),
      formatTime(row.at),
      row.injection_id,
      row.level,
      formatThousands(row.total),
      row.agent ?? '-',
      describeOutcome(row),
    ]),
  )
  return [paint.faint(title), ...lines.map((line, i) => (hasFailed(rows[i]!) ? paint.bad(line) : line))]
}

/** The table with the entry, the session and the run of each injection. */
export function formatVerboseLogTable(rows: readonly LogRow[], paint: Paint): string[] {
  const [title = '', ...lines] = formatLogTable(rows, paint)
  return [
    title,
    ...lines.flatMap((line, i) => {
      const { digest, session_id, run_id } = rows[i]!
      const run = run_id === null ? '' : `, run ${run_id}`
      const facts = `entry ${shortenDigest(digest)}, session ${session_id}${run}`
      return [line, ...wrapParagraph(facts, ' '.repeat(7)).map((text) => paint.faint(text))]
    }),
  ]
}

/** The outcome of the run, or the state of the packet if there was no run. */
function describeOutcome({ outcome, status }: LogRow): string {
  if (outcome !== null) return outcome
  return status === 'success' ? 'sent' : status === 'error' ? 'refused' : status
}

function hasFailed(row: LogRow): boolean {
  return row.outcome === 'failed' || row.outcome === 'timeout' || row.status === 'error'
}
