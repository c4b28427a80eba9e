import { formatCount } from '../../../core/values/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { type Column, cutEnd, formatTable, formatThousands, joinLines } from './lines.ts'

/** One run. Its keys are those of the files in the run directory. */
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
  /** Whether the worktree has uncommitted changes. */
  readonly hasUncommitted: boolean
}

const columns: readonly Column[] = [
  { head: 'agent' },
  { head: 'status' },
  { head: 'seconds', right: true },
  { head: 'changes', lose: 'end' },
  { head: 'tokens', right: true },
  { head: 'message', lose: 'end' },
]

/** Compares the results of several agents for the same task. */
export function formatRunComparison(rows: readonly RunRow[], repo: string): string {
  const cells = rows.map((row) => [
    row.agent,
    row.status,
    row.duration_sec === null ? '' : row.duration_sec.toFixed(1),
    formatChanges(row),
    row.usage === null ? '' : formatThousands(row.usage.input + row.usage.output),
    cutEnd(row.error ?? row.message.replace(/\s+/g, ' '), 200),
  ])
  return joinLines(['', ...formatTable(columns, cells), ...leftLines(rows, repo)])
}

/** Shows where the results are and how to use them. Not a table, because users copy these lines and a table would cut them. */
function leftLines(rows: readonly RunRow[], repo: string): string[] {
  const left = rows.filter((row) => row.worktree !== null)
  if (left.length === 0) return []
  const lines = left.flatMap((row) => ['', ...formatResult(row)])
  return [...lines, '', `To remove them: foreword dispatch ${quoteForShell(repo)} --clean`].map((line) =>
    makeVisibleLine(line),
  )
}

/** Suggests the patch if changes are uncommitted, because a merge would miss them. The patch exists only if files changed. */
function formatResult({
  agent,
  branch,
  worktree,
  changes,
  files,
  hasUncommitted,
  directory,
}: RunRow): string[] {
  const where = `${agent}: ${branch ?? 'no branch'} in ${worktree}`
  if (changes === 'unknown') return [where, '  git could not determine the changes']
  if (changes === 'committed' && branch !== null && !hasUncommitted)
    return [where, `  look:  git diff HEAD...${branch}`, `  take:  git merge ${branch}`]
  const take = files === 0 ? [] : [`  take:  git apply ${quoteForShell(`${directory}/diff.patch`)}`]
  return [where, `  look:  git -C ${quoteForShell(worktree!)} status`, ...take]
}

/** Quotes a path for a shell. */
function quoteForShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

/** `2 files +10 −3, committed`. */
function formatChanges({ changes, files, added, removed }: RunRow): string {
  if (changes === null || changes === 'none' || changes === 'unknown') return changes ?? ''
  const committed = changes === 'committed' ? ', committed' : ''
  return `${formatCount(files, 'file')} +${added} −${removed}${committed}`
}
