import type { Git } from './git-command.ts'
import { findRepository, readHead } from './repository.ts'
import { withShadow } from './shadow.ts'

const timeoutMs = 30_000

/** Whether a file is changed, or new and not ignored. Null if git cannot tell. */
export function hasUncommittedChanges(git: Git, directory: string): boolean | null {
  const repository = findRepository(git, directory)
  const head = readHead(git, repository)
  if (repository === null || head === null) return null
  const options = [
    '--porcelain',
    '-z',
    '--untracked-files=normal',
    '--no-renames',
    '--ignore-submodules=dirty',
  ]
  try {
    return withShadow(git, repository, head, (shadow) => {
      const status = shadow(['status', ...options], { timeoutMs: timeoutMs })
      return status.code === 0 ? status.stdout.length > 0 : null
    })
  } catch {
    // The shadow could not be written.
    return null
  }
}
