// Asks git about a directory and executes nothing that the repository brought with it.
import { resolve } from 'node:path'
import type { Versions } from '../../ports/index.ts'
import { openCommand } from './command.ts'
import { committedAt } from './committed.ts'
import { copyWorkingTree } from './copy.ts'
import { findRepository, headOf } from './repository.ts'
import { watchChanges } from './watch.ts'

export function openGit(env: NodeJS.ProcessEnv): Versions {
  const git = openCommand(env)
  return {
    head: (directory) => headOf(git, findRepository(git, directory)),
    committedAt: (directory, path) => committedAt(git, directory, path),
    watch: (directory) => watchChanges(git, resolve(directory)),
    copy: (directory, into) => copyWorkingTree(git, resolve(directory), resolve(into)),
  }
}
