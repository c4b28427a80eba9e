/** A working tree of the same repository, on a branch of its own. */
export interface Worktree {
  readonly path: string
  readonly branch: string
  /** The directory in the worktree that corresponds to the directory of the run. */
  readonly directory: string
}

/** A worktree that a run has left behind. */
export interface RunWorktree {
  readonly run: string
  readonly path: string
  /** Branch of the run. */
  readonly branch: string
  /** The branch that the agent left checked out; null for a commit without a branch. */
  readonly checkedOut: string | null
  /** An agent is running in the worktree, or the user has locked it. */
  readonly busy: boolean
}

/** The work that removing a worktree and its branch would lose. True if unknown. */
export interface WorktreeLoss {
  /** Some files are neither committed nor ignored. */
  readonly uncommitted: boolean
  /** The checked-out commit is on no branch and no tag. */
  readonly unheld: boolean
  /** The branch has commits that no other branch has. */
  readonly unmerged: boolean
}

/** Worktrees for agents that run in parallel, outside the repository and private to the user. */
export interface Worktrees {
  /** Adds a locked worktree at the checked-out commit, without uncommitted changes. */
  add(directory: string, run: string): Worktree
  /** Unlocks the worktree. Call it when the agent has ended. Never throws. */
  release(worktree: Pick<Worktree, 'path'>): void
  list(directory: string): RunWorktree[]
  findLoss(directory: string, worktree: RunWorktree): WorktreeLoss
  /** Removes the worktree with all its content, and returns whether it is gone. Never throws. */
  remove(directory: string, worktree: Pick<Worktree, 'path' | 'branch'>, branch: 'deleted' | 'kept'): boolean
}
