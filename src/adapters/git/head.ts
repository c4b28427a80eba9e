import { openGitCommand } from './command.ts'
import { findRepository, listHeadFiles, type Repository, readHead } from './repository.ts'

/** The repository around a directory; null outside of one. */
export function repositoryOf(env: NodeJS.ProcessEnv, directory: string): Repository | null {
  return findRepository(openGitCommand(env), directory)
}

/** The commit that is checked out; null outside of a repository. */
export function commitOf(env: NodeJS.ProcessEnv, directory: string): string | null {
  return readHead(openGitCommand(env), repositoryOf(env, directory))
}

/** The files whose change could change that commit; null if they cannot be listed. */
export function headFilesOf(env: NodeJS.ProcessEnv, directory: string): readonly string[] | null {
  return listHeadFiles(repositoryOf(env, directory))
}
