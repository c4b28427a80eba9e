import type { Changes, Worktree } from '../../ports/index.ts'
import type { DispatchContext, LeftWorktree } from './dispatch-context.ts'
import type { DispatchRun } from './run-summary.ts'

/** One for this run alone. Hooks that the project trusts are not strangers there. */
export async function openWorktree(
  { engine, order, lending }: DispatchContext,
  run: string,
): Promise<Worktree> {
  const { worktrees } = await engine.versions()
  const worktree = worktrees.add(order.project.root, run)
  await lending.lend(order.project, worktree)
  return worktree
}

/** Of a run that never began: there is nothing in it. */
export async function dropWorktree(desk: DispatchContext, worktree: Worktree | null): Promise<void> {
  if (worktree === null) return
  const { worktrees } = await desk.engine.versions()
  await desk.lending.takeBack(worktree)
  worktrees.remove(desk.order.project.root, worktree, 'deleted')
}

/** What is left when the agent has ended: nothing, where it has changed nothing and its branch has no commit of its own. */
export async function leaveWorktree(
  desk: DispatchContext,
  { worktree, id }: DispatchRun,
  changes: Changes['kind'],
): Promise<LeftWorktree | null> {
  if (worktree === null) return null
  const { root } = desk.order.project
  const { worktrees } = await desk.engine.versions()
  const now = worktrees.list(root).find(({ run }) => run === id)
  const loss = now === undefined ? null : worktrees.loss(root, now)
  if (changes === 'none' && loss !== null && !loss.uncommitted && !loss.unheld && !loss.unmerged) {
    await dropWorktree(desk, worktree)
    return null
  }
  worktrees.release(worktree)
  const branch = now === undefined ? worktree.branch : now.checkedOut
  return { path: worktree.path, branch, loose: loss?.uncommitted ?? false }
}
