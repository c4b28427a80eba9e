import type { Project } from '../../ports/index.ts'
import { lendTrust, revokeLentTrust, type TrustDeps } from '../trust/index.ts'
import type { WorktreeTrust } from './dispatch-context.ts'

export interface WorktreeTrustDeps {
  readonly tools: TrustDeps
  /** The project that a hook would find in a directory. Throws a refusal if there is none. */
  findProject(directory: string): Project
  isBelow(directory: string, path: string): boolean
  /** Whether a directory was created for a run and no longer exists. */
  isLeftOver(directory: string): boolean
}

/** Copies the trust in a project's manifest to its worktrees, and removes it with them. */
export function makeWorktreeTrust({
  tools,
  findProject,
  isBelow,
  isLeftOver,
}: WorktreeTrustDeps): WorktreeTrust {
  return {
    async lend({ root }, { directory }) {
      // A worktree that was deleted by hand leaves its trust behind.
      revokeLentTrust(tools, isLeftOver)
      await lendTrust(tools, { project: () => findProject(root), worktree: () => findProject(directory) })
    },
    async takeBack({ path }) {
      revokeLentTrust(tools, (root) => isBelow(path, root))
    },
  }
}
