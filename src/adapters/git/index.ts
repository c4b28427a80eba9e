// Asks git about a directory and executes nothing that the repository brought with it.
import { resolve } from 'node:path'
import type { Versions } from '../../ports/index.ts'
import { below, userDirectory } from '../disk/index.ts'
import { openCommand } from './command.ts'
import { committedAt } from './committed.ts'
import { openWorktrees } from './linked.ts'
import { findRepository, headOf } from './repository.ts'
import { hasUncommitted } from './uncommitted.ts'
import { watchChanges } from './watch.ts'

export function openGit(env: NodeJS.ProcessEnv): Versions {
  const git = openCommand(env)
  const state = userDirectory('state', env)
  return {
    head: (directory) => headOf(git, findRepository(git, directory)),
    committedAt: (directory, path) => committedAt(git, directory, path),
    hasUncommitted: (directory) => hasUncommitted(git, resolve(directory)),
    watch: (directory) => watchChanges(git, resolve(directory)),
    worktrees: openWorktrees(git, state === null ? null : below(state, 'workspaces')),
  }
}
