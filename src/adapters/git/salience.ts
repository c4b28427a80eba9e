import { realpathSync } from 'node:fs'

import type { Salience } from '../../ports/index.ts'
import { getSegmentsBelow } from '../disk/index.ts'
import { type Git, type GitResult, openGitCommand } from './git-command.ts'
import { findRepository, type Repository, readHead } from './repository.ts'
import { withShadow } from './shadow.ts'

/** Enough text to decide whether to start a plugin. */
const maxBytes = 1_000_000

/** Reads the latest work in a directory. Empty if git cannot tell. */
export function openSalience(env: NodeJS.ProcessEnv, directory: string): Salience {
  const git = openGitCommand(env)
  const query = <T>(read: (shadow: Git, repository: Repository) => readonly T[]): readonly T[] => {
    const repository = findRepository(git, directory)
    const head = readHead(git, repository)
    if (repository === null || head === null) return []
    try {
      return withShadow(git, repository, head, (shadow) => read(shadow, repository))
    } catch {
      // The shadow could not be written, or the directory was deleted.
      return []
    }
  }
  return {
    commitMessages: (limit) => query((shadow) => readMessages(shadow, limit)),
    changedFiles: (limit) =>
      query((shadow, { top }) =>
        selectInside(
          [...listWorkingTreeChanges(shadow), ...listLastCommitFiles(shadow)],
          top,
          directory,
        ).slice(0, limit),
      ),
  }
}

function readMessages(shadow: Git, limit: number): string[] {
  const form = ['-z', '--format=%B', '--encoding=UTF-8', '--no-show-signature', '--no-notes']
  return splitParts(shadow(['log', `--max-count=${limit}`, ...form, 'HEAD', '--'], { maxBytes }))
}

/** Each entry of the output is `XY path`. */
function listWorkingTreeChanges(shadow: Git): string[] {
  const options = ['--porcelain', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all']
  return splitParts(shadow(['status', ...options], { maxBytes })).map((entry) => entry.slice(3))
}

/** For a merge: the changes that it brought to its first parent. */
function listLastCommitFiles(shadow: Git): string[] {
  const options = [
    '-z',
    '--name-only',
    '--format=',
    '--no-renames',
    '--diff-merges=first-parent',
    '--no-ext-diff',
  ]
  return splitParts(shadow(['log', '--max-count=1', ...options, 'HEAD', '--'], { maxBytes }))
}

/** Splits at NULs. If git was stopped, the last part is incomplete and left out. */
function splitParts({ code, cut, stdout }: GitResult): string[] {
  if (code !== 0 && !cut) return []
  const parts = stdout.toString('utf8').split('\0')
  if (cut) parts.pop()
  return parts.filter((part) => part.trim() !== '')
}

/**
 * Makes the paths relative to the directory, sorted and unique. Leaves out names that are not UTF-8, because they could not be
 * read.
 */
function selectInside(paths: readonly string[], top: string, directory: string): string[] {
  const below = getSegmentsBelow(top, realpathSync(directory))
  if (below === null) return []
  const prefix = below.map((segment) => `${segment}/`).join('')
  const own = paths
    .filter((path) => path.startsWith(prefix) && !path.endsWith('/') && !path.includes('\uFFFD'))
    .map((path) => path.slice(prefix.length))
  return [...new Set(own)].sort()
}
