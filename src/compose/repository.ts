import { openCommand } from '../adapters/git/command.ts'
import { findRepository, headOf, headPlaces, type Repository } from '../adapters/git/repository.ts'

const known = new Map<string, Repository | null>()

/** Looked for once in the life of a process: a hook lives for one look. */
export function repositoryOf(env: NodeJS.ProcessEnv, directory: string): Repository | null {
  const found = known.get(directory)
  if (found !== undefined) return found
  const repository = findRepository(openCommand(env), directory)
  known.set(directory, repository)
  return repository
}

export function commitOf(env: NodeJS.ProcessEnv, directory: string): string | null {
  return headOf(openCommand(env), repositoryOf(env, directory))
}

/** Whatever has to change for another commit to be there; null where that cannot be told. */
export function commitPlaces(env: NodeJS.ProcessEnv, directory: string): readonly string[] | null {
  return headPlaces(repositoryOf(env, directory))
}
