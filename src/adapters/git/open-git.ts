// Queries git about a directory and executes nothing that the repository brought with it.
import { resolve } from 'node:path'
import type { Versions } from '../../ports/index.ts'
import { getUserDirectory, joinBelow } from '../disk/index.ts'
import { openGitCommand } from './command.ts'
import { readCommitDate } from './committed.ts'
import { findRepository, readHead } from './repository.ts'
import { hasUncommitted } from './uncommitted.ts'
import { watchChanges } from './watch.ts'
import { openWorktrees } from './worktrees.ts'

export function openGit(env: NodeJS.ProcessEnv): Versions {
  const git = openGitCommand(env)
  const state = getUserDirectory('state', env)
  return {
    head: (directory) => readHead(git, findRepository(git, directory)),
    committedAt: (directory, path) => readCommitDate(git, directory, path),
    hasUncommitted: (directory) => hasUncommitted(git, resolve(directory)),
    watch: (directory) => watchChanges(git, resolve(directory)),
    worktrees: openWorktrees(git, state === null ? null : joinBelow(state, 'workspaces')),
  }
}
