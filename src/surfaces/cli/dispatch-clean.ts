import { type CleanedWorktree, type CleanResult, cleanWorktrees } from '../../app/dispatch/index.ts'
import type { Project } from '../../ports/index.ts'
import type { CommandCall } from './command.ts'
import { makeVisibleLine } from './make-visible.ts'
import { makeUsageRefusal } from './parse-arguments.ts'
import { joinLines } from './views/lines.ts'

/** Runs `dispatch --clean`. Starts no agent. */
export async function runDispatchClean(call: CommandCall, project: Project): Promise<CleanResult> {
  const { command, parsed, services } = call
  const unusable = ['executor', 'context', 'jobs', 'command'].find((name) => parsed.options.has(name))
  if (unusable !== undefined)
    throw makeUsageRefusal(command, `--clean starts no agent, so it cannot take --${unusable}`)
  const [force, dryRun] = [parsed.options.has('force'), parsed.options.has('dry-run')]
  const deps = { versions: await services.engine.versions() }
  return cleanWorktrees(deps, { project, force, dryRun })
}

const reasons: Readonly<Record<NonNullable<CleanedWorktree['kept']>, string>> = {
  busy: 'kept: an agent is working in it',
  uncommitted: 'kept: it has uncommitted changes (--force removes it)',
  unheld: 'kept: its commits are on no branch (--force removes it)',
  unmerged: 'branch kept: its commits are on no other branch (--force deletes it)',
  failed: 'kept: it could not be removed',
}

export function dispatchCleanView({ project, dry_run, worktrees }: CleanResult): string {
  if (worktrees.length === 0)
    return joinLines([`${makeVisibleLine(project)} has no worktrees of earlier runs.`])
  const removed = dry_run ? 'would be removed' : 'removed'
  return joinLines(
    worktrees.flatMap((cleaned) => [
      `${makeVisibleLine(cleaned.branch)} in ${makeVisibleLine(cleaned.worktree)}`,
      `  ${[cleaned.removed ? removed : null, cleaned.kept === null ? null : reasons[cleaned.kept]].filter((part) => part !== null).join('; ')}`,
    ]),
  )
}
