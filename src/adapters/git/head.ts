import { openCommand } from './command.ts'
import { findRepository, headOf, headPlaces, type Repository } from './repository.ts'

/** The repository around a directory; null outside of one. */
export function repositoryOf(env: NodeJS.ProcessEnv, directory: string): Repository | null {
  return findRepository(openCommand(env), directory)
}

/** The commit that is checked out; null outside of a repository. */
export function commitOf(env: NodeJS.ProcessEnv, directory: string): string | null {
  return headOf(openCommand(env), repositoryOf(env, directory))
}

/** The files whose change could change that commit; null if they cannot be listed. */
export function headFilesOf(env: NodeJS.ProcessEnv, directory: string): readonly string[] | null {
  return headPlaces(repositoryOf(env, directory))
}
