import { openCommand } from '../adapters/git/command.ts'
import { findRepository, headOf, headPlaces, type Repository } from '../adapters/git/repository.ts'

export function repositoryOf(env: NodeJS.ProcessEnv, directory: string): Repository | null {
  return findRepository(openCommand(env), directory)
}

export function commitOf(env: NodeJS.ProcessEnv, directory: string): string | null {
  return headOf(openCommand(env), repositoryOf(env, directory))
}

/** The files whose change could change the commit that is checked out; null if they cannot be listed. */
export function headFilesOf(env: NodeJS.ProcessEnv, directory: string): readonly string[] | null {
  return headPlaces(repositoryOf(env, directory))
}
