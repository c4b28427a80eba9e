import type { Project, RunWorktree, Versions, Worktrees } from '../../ports/index.ts'
import type { WorktreeTrust } from './dispatch-context.ts'
import type { CleanedWorktree, CleanResult } from './dispatch-output.ts'

export interface CleanInput {
  readonly project: Project
  /** Also what is not committed, and commits that are nowhere else. */
  readonly force: boolean
  readonly dryRun: boolean
}

interface CleanDeps {
  readonly versions: Versions
  readonly lending: WorktreeTrust
}

/** Takes away the worktrees that runs have left, and loses nothing that is not somewhere else. */
export async function cleanWorktrees(tools: CleanDeps, order: CleanInput): Promise<CleanResult> {
  const { worktrees } = tools.versions
  const cleaned: CleanedWorktree[] = []
  // One after the other: two branches can be all that holds a commit, and the second one then stays.
  for (const one of worktrees.list(order.project.root)) cleaned.push(await cleanOne(tools, order, one))
  return { project: order.project.name, dry_run: order.dryRun, worktrees: cleaned }
}

async function cleanOne(
  { versions, lending }: CleanDeps,
  order: CleanInput,
  one: RunWorktree,
): Promise<CleanedWorktree> {
  const { root } = order.project
  const base = { run_id: one.run, worktree: one.path, branch: one.branch }
  const { kept, branch } = fateOf(versions.worktrees, order, one)
  const stays = kept !== null && kept !== 'unmerged'
  if (stays) return { ...base, removed: false, branch_deleted: false, kept }
  const done = { ...base, removed: true, branch_deleted: branch === 'deleted', kept }
  if (order.dryRun) return done
  await lending.takeBack(one)
  const isGone = versions.worktrees.remove(root, one, branch)
  return isGone ? done : { ...base, removed: false, branch_deleted: false, kept: 'failed' }
}

interface Fate {
  readonly kept: Exclude<CleanedWorktree['kept'], 'failed'>
  readonly branch: 'deleted' | 'kept'
}

/** One that is worked in is never taken away. */
function fateOf(worktrees: Worktrees, { project, force }: CleanInput, one: RunWorktree): Fate {
  if (one.busy) return { kept: 'busy', branch: 'kept' }
  if (force) return { kept: null, branch: 'deleted' }
  const { uncommitted, unheld, unmerged } = worktrees.loss(project.root, one)
  if (uncommitted) return { kept: 'uncommitted', branch: 'kept' }
  if (unheld) return { kept: 'unheld', branch: 'kept' }
  return unmerged ? { kept: 'unmerged', branch: 'kept' } : { kept: null, branch: 'deleted' }
}
