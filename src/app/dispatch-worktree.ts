import type { Changes, Worktree } from '../ports/index.ts'
import type { Desk, LeftWorktree } from './dispatch-desk.ts'
import type { Run } from './summary.ts'

/** One for this run alone. Hooks that the project trusts are not strangers there. */
export async function openWorktree({ shop, order, lending }: Desk, run: string): Promise<Worktree> {
  const { worktrees } = await shop.versions()
  const worktree = worktrees.add(order.project.root, run)
  await lending.lend(order.project, worktree)
  return worktree
}

/** Of a run that never began: there is nothing in it. */
export async function dropWorktree(desk: Desk, worktree: Worktree | null): Promise<void> {
  if (worktree === null) return
  const { worktrees } = await desk.shop.versions()
  await desk.lending.takeBack(worktree)
  worktrees.remove(desk.order.project.root, worktree, 'deleted')
}

/** What is left when the agent has ended: nothing, where it has changed nothing and its branch has no commit of its own. */
export async function leaveWorktree(
  desk: Desk,
  { worktree, id }: Run,
  changes: Changes['kind'],
): Promise<LeftWorktree | null> {
  if (worktree === null) return null
  const { root } = desk.order.project
  const { worktrees } = await desk.shop.versions()
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
