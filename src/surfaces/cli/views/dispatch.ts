import { formatCount } from '../../../core/values/index.ts'
import { visibleLine } from '../visible.ts'
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
  readonly directory: string
  readonly branch: string | null
  readonly worktree: string | null
  /** Whether something in it is not committed. */
  readonly loose: boolean
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
export function compareView(rows: readonly RunRow[], repo: string): string {
  const cells = rows.map((row) => [
    row.agent,
    row.status,
    row.duration_sec === null ? '' : row.duration_sec.toFixed(1),
    changesOf(row),
    row.usage === null ? '' : thousands(row.usage.input + row.usage.output),
    head(row.error ?? row.message.replace(/\s+/g, ' '), 200),
  ])
  return page(['', ...table(columns, cells), ...leftLines(rows, repo)])
}

/** Where the results lie, and what one does with them. Not as a table: these are lines to copy, and none may be cut. */
function leftLines(rows: readonly RunRow[], repo: string): string[] {
  const left = rows.filter((row) => row.worktree !== null)
  if (left.length === 0) return []
  const lines = left.flatMap((row) => ['', ...linesOf(row)])
  return [...lines, '', `To remove them: foreword dispatch ${quoted(repo)} --clean`].map((line) =>
    visibleLine(line),
  )
}

/** What is not committed, no merge takes: then the patch does, which has all of it. Where nothing was seen, there is none. */
function linesOf({ agent, branch, worktree, changes, files, loose, directory }: RunRow): string[] {
  const where = `${agent}: ${branch ?? 'no branch'} in ${worktree}`
  if (changes === 'unknown') return [where, '  git cannot tell what was changed there']
  if (changes === 'committed' && branch !== null && !loose)
    return [where, `  look:  git diff HEAD...${branch}`, `  take:  git merge ${branch}`]
  const take = files === 0 ? [] : [`  take:  git apply ${quoted(`${directory}/diff.patch`)}`]
  return [where, `  look:  git -C ${quoted(worktree!)} status`, ...take]
}

/** As a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

/** `2 files +10 −3, committed`. */
function changesOf({ changes, files, added, removed }: RunRow): string {
  if (changes === null || changes === 'none' || changes === 'unknown') return changes ?? ''
  const kept = changes === 'committed' ? ', committed' : ''
  return `${formatCount(files, 'file')} +${added} −${removed}${kept}`
}
