import type { Project, RunWorktree, VersionControl, Worktrees } from '../../ports/index.ts'
import type { CleanedWorktree, CleanResult } from './dispatch-output.ts'

export interface CleanInput {
  readonly project: Project
  /** Also remove uncommitted changes, and commits that are nowhere else. */
  readonly force: boolean
  readonly dryRun: boolean
}

interface CleanDeps {
  readonly versions: VersionControl
}

/** Removes the worktrees that runs have left. Without `force`, loses no work. */
export async function cleanWorktrees(deps: CleanDeps, input: CleanInput): Promise<CleanResult> {
  const { worktrees } = deps.versions
  const cleaned: CleanedWorktree[] = []
  // Sequentially, because two branches may share a commit that nothing else has. Then the second one must stay.
  for (const worktree of worktrees.list(input.project.root))
    cleaned.push(await cleanWorktree(deps, input, worktree))
  return { project: input.project.name, dry_run: input.dryRun, worktrees: cleaned }
}

async function cleanWorktree(
  { versions }: CleanDeps,
  input: CleanInput,
  worktree: RunWorktree,
): Promise<CleanedWorktree> {
  const { root } = input.project
  const base = { run_id: worktree.run, worktree: worktree.path, branch: worktree.branch }
  const { kept, branch } = decideFate(versions.worktrees, input, worktree)
  const stays = kept !== null && kept !== 'unmerged'
  if (stays) return { ...base, removed: false, branch_deleted: false, kept }
  const done = { ...base, removed: true, branch_deleted: branch === 'deleted', kept }
  if (input.dryRun) return done
  const isGone = versions.worktrees.remove(root, worktree, branch)
  return isGone ? done : { ...base, removed: false, branch_deleted: false, kept: 'failed' }
}

interface Fate {
  readonly kept: Exclude<CleanedWorktree['kept'], 'failed'>
  readonly branch: 'deleted' | 'kept'
}

/** Never removes a worktree in which an agent is running. */
function decideFate(worktrees: Worktrees, { project, force }: CleanInput, worktree: RunWorktree): Fate {
  if (worktree.busy) return { kept: 'busy', branch: 'kept' }
  if (force) return { kept: null, branch: 'deleted' }
  const { uncommitted, unheld, unmerged } = worktrees.findLoss(project.root, worktree)
  if (uncommitted) return { kept: 'uncommitted', branch: 'kept' }
  if (unheld) return { kept: 'unheld', branch: 'kept' }
  return unmerged ? { kept: 'unmerged', branch: 'kept' } : { kept: null, branch: 'deleted' }
}
