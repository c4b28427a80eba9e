import type { Changes, Worktree } from '../../ports/index.ts'
import type { DispatchContext, LeftWorktree } from './dispatch-context.ts'
import type { DispatchRun } from './run-summary.ts'

/** Opens a worktree for one run. The approval of the repository's manifest holds there too. */
export async function openWorktree({ engine, input }: DispatchContext, run: string): Promise<Worktree> {
  const { worktrees } = await engine.versions()
  return worktrees.add(input.project.root, run)
}

/** Removes the worktree and the branch of a run that has changed nothing. */
export async function removeWorktree(context: DispatchContext, worktree: Worktree | null): Promise<void> {
  if (worktree === null) return
  const { worktrees } = await context.engine.versions()
  worktrees.remove(context.input.project.root, worktree, 'deleted')
}

/** Releases the worktree after the agent has ended. Removes it and returns null if the agent changed and committed nothing. */
export async function releaseWorktree(
  context: DispatchContext,
  { worktree, id }: DispatchRun,
  changes: Changes['kind'],
): Promise<LeftWorktree | null> {
  if (worktree === null) return null
  const { root } = context.input.project
  const { worktrees } = await context.engine.versions()
  const now = worktrees.list(root).find(({ run }) => run === id)
  const loss = now === undefined ? null : worktrees.findLoss(root, now)
  if (changes === 'none' && loss !== null && !loss.uncommitted && !loss.unheld && !loss.unmerged) {
    await removeWorktree(context, worktree)
    return null
  }
  worktrees.release(worktree)
  const branch = now === undefined ? worktree.branch : now.checkedOut
  return { path: worktree.path, branch, loose: loss?.uncommitted ?? false }
}
