import { counted } from '../../../core/values/index.ts'
import { type Column, head, page, table, thousands } from './text.ts'

/** One run, with the names that its records have. */
export interface RunRow {
  readonly agent: string
  readonly status: string
  readonly changes: string | null
  readonly duration_sec: number | null
  readonly files: number
  readonly added: number
  readonly removed: number
  readonly usage: { readonly input: number; readonly output: number } | null
  readonly error: string | null
  readonly message: string
}

const columns: readonly Column[] = [
  { head: 'agent' },
  { head: 'status' },
  { head: 'seconds', right: true },
  { head: 'changes', lose: 'end' },
  { head: 'tokens', right: true },
  { head: 'message', lose: 'end' },
]

/** What several agents made of the same task. */
export function compareView(rows: readonly RunRow[]): string {
  const cells = rows.map((row) => [
    row.agent,
    row.status,
    row.duration_sec === null ? '' : row.duration_sec.toFixed(1),
    changesOf(row),
    row.usage === null ? '' : thousands(row.usage.input + row.usage.output),
    head(row.error ?? row.message.replace(/\s+/g, ' '), 200),
  ])
  return page(['', ...table(columns, cells)])
}

/** `2 files +10 −3, committed`. */
function changesOf({ changes, files, added, removed }: RunRow): string {
  if (changes === null || changes === 'none' || changes === 'unknown') return changes ?? ''
  const kept = changes === 'committed' ? ', committed' : ''
  return `${counted(files, 'file')} +${added} −${removed}${kept}`
}
