import { existsSync } from 'node:fs'
import { below, isBelow, userDirectory } from '../adapters/disk/index.ts'
import { findProject } from '../adapters/project/index.ts'
import type { Lending } from '../app/dispatch-desk.ts'
import { worktreeTrust } from '../app/trust/worktree-trust.ts'
import type { Workshop } from '../ports/index.ts'
import type { Surroundings } from './surroundings.ts'
import { trustTools } from './trust.ts'

export function worktreeTrustOf(around: Surroundings, shop: Workshop, presets: string): Lending {
  const state = userDirectory('state', around.env)
  const workspaces = state === null ? null : below(state, 'workspaces')
  return worktreeTrust({
    tools: trustTools(around, shop),
    findProject: (repo) => findProject({ repo }, { cwd: around.cwd, presets, repositories: undefined }),
    isBelow,
    isLeftOver: (root) => workspaces !== null && isBelow(workspaces, root) && !existsSync(root),
  })
}
