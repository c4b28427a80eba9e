// Queries git about a directory and executes nothing that the repository brought with it.
import { resolve } from 'node:path'
import type { VersionControl } from '../../ports/index.ts'
import { getUserDirectory, joinBelow } from '../disk/index.ts'
import { openGitCommand } from './git-command.ts'
import { readCommitDate } from './read-commit-date.ts'
import { findRepository, readHead } from './repository.ts'
import { hasUncommittedChanges } from './uncommitted-changes.ts'
import { watchChanges } from './watch.ts'
import { openWorktrees } from './worktrees.ts'

export function openGit(env: NodeJS.ProcessEnv): VersionControl {
  const git = openGitCommand(env)
  const state = getUserDirectory('state', env)
  return {
    head: (directory) => readHead(git, findRepository(git, directory)),
    committedAt: (directory, path) => readCommitDate(git, directory, path),
    hasUncommitted: (directory) => hasUncommittedChanges(git, resolve(directory)),
    watch: (directory) => watchChanges(git, resolve(directory)),
    worktrees: openWorktrees(git, state === null ? null : joinBelow(state, 'workspaces')),
  }
}
