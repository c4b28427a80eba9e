import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { getSegmentsBelow, joinBelow } from '../disk/index.ts'
import { readGitFile } from './read-git-file.ts'
import { findRepositoryUpwards, type Repository } from './repository.ts'

export interface RepositoryIdentity {
  /** The directory in the main worktree. Equal for all worktrees of a repository. */
  readonly place: string
  /** Differs between two repositories that were at the same path one after the other. */
  readonly id: string
  /** Files that make the directory part of a worktree. */
  readonly files: readonly string[]
}

/** Identifies the repository of a directory, given by its real path. Reads files only, so that a hook does not start git. */
export function identifyRepository(directory: string): RepositoryIdentity {
  const repository = findRepositoryUpwards(directory)
  if (repository === null) return { place: directory, id: makeId(directory), files: [] }
  const { top, gitDir, commonDir } = repository
  if (!isLinkedWorktree(repository)) return { place: directory, id: makeId(gitDir), files: [] }
  const common = realpathSync.native(commonDir)
  const main = basename(common) === '.git' ? dirname(common) : common
  return {
    place: join(main, ...(getSegmentsBelow(top, directory) ?? [])),
    id: makeId(common),
    files: [joinBelow(top, '.git'), joinBelow(gitDir, 'gitdir'), joinBelow(gitDir, 'commondir')],
  }
}

/**
 * Whether the repository itself lists the worktree. The link from a worktree to its repository proves nothing, because an
 * unpacked archive can contain one.
 */
function isLinkedWorktree({ top, gitDir, commonDir }: Repository): boolean {
  try {
    const real = realpathSync.native(gitDir)
    if (dirname(real) !== joinBelow(realpathSync.native(commonDir), 'worktrees')) return false
    const back = readGitFile(joinBelow(real, 'gitdir'))?.trimEnd()
    return back !== undefined && realpathSync.native(resolve(real, back)) === joinBelow(top, '.git')
  } catch {
    return false
  }
}

/** A new clone has a new directory. The inode alone may be reused. */
function makeId(directory: string): string {
  const { ino, birthtimeNs } = statSync(directory, { bigint: true })
  return `${ino}-${birthtimeNs}`
}
