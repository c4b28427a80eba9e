import { openGitCommand } from './git-command.ts'
import { findRepository, listHeadFiles, type Repository, readHead } from './repository.ts'

/** Finds the repository that contains a directory; null outside of a repository. */
export function findRepositoryOfDirectory(env: NodeJS.ProcessEnv, directory: string): Repository | null {
  return findRepository(openGitCommand(env), directory)
}

/** Reads the commit that is checked out; null outside of a repository. */
export function readHeadCommit(env: NodeJS.ProcessEnv, directory: string): string | null {
  return readHead(openGitCommand(env), findRepositoryOfDirectory(env, directory))
}

/** Lists the files that determine the checked-out commit; null if they cannot be listed. */
export function listHeadFilesOfDirectory(
  env: NodeJS.ProcessEnv,
  directory: string,
): readonly string[] | null {
  return listHeadFiles(findRepositoryOfDirectory(env, directory))
}
