import { existsSync } from 'node:fs'
import { below, isBelow, userDirectory } from '../adapters/disk/index.ts'
import { findProject } from '../adapters/project/index.ts'
import type { Lending } from '../app/dispatch-desk.ts'
import { lendTrust, takeTrustBack } from '../app/trust/lend.ts'
import type { Workshop } from '../ports/index.ts'
import type { Surroundings } from './surroundings.ts'
import { trustTools } from './trust.ts'

/** Hooks find a project by where they are, so the trust that counts is the one of what they would find. */
export function lendingOf(around: Surroundings, shop: Workshop, presets: string): Lending {
  const tools = trustTools(around, shop)
  const state = userDirectory('state', around.env)
  const workspaces = state === null ? null : below(state, 'workspaces')
  const at = (repo: string) => findProject({ repo }, { cwd: around.cwd, presets, repositories: undefined })
  return {
    async lend({ root }, { directory }) {
      // Whoever takes a worktree away without us leaves its trust behind.
      takeTrustBack(tools, (place) => workspaces !== null && isBelow(workspaces, place) && !existsSync(place))
      await lendTrust(tools, { project: () => at(root), worktree: () => at(directory) })
    },
    async takeBack({ path }) {
      takeTrustBack(tools, (place) => isBelow(path, place))
    },
  }
}
