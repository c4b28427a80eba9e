import { realpathSync } from 'node:fs'

import type { Salience } from '../../ports/index.ts'
import { getSegmentsBelow } from '../disk/index.ts'
import { type Git, type GitAnswer, openGitCommand } from './command.ts'
import { findRepository, type Repository, readHead } from './repository.ts'
import { withShadow } from './shadow.ts'

/** Beyond it nobody looks for a reason to start a plugin. */
const maxBytes = 1_000_000

/** What a directory was last worked on. Where that cannot be told, it is nothing. */
export function openSalience(env: NodeJS.ProcessEnv, directory: string): Salience {
  const git = openGitCommand(env)
  const asked = <T>(ask: (shadow: Git, repository: Repository) => readonly T[]): readonly T[] => {
    const repository = findRepository(git, directory)
    const head = readHead(git, repository)
    if (repository === null || head === null) return []
    try {
      return withShadow(git, repository, head, (shadow) => ask(shadow, repository))
    } catch {
      // No room for the shadow, or a directory that went away.
      return []
    }
  }
  return {
    commitMessages: (limit) => asked((shadow) => messages(shadow, limit)),
    changedFiles: (limit) =>
      asked((shadow, { top }) =>
        inside([...workingTree(shadow), ...lastCommit(shadow)], top, directory).slice(0, limit),
      ),
  }
}

function messages(shadow: Git, limit: number): string[] {
  const form = ['-z', '--format=%B', '--encoding=UTF-8', '--no-show-signature', '--no-notes']
  return partsOf(shadow(['log', `--max-count=${limit}`, ...form, 'HEAD', '--'], { maxBytes }))
}

/** `XY path`, one for each that is not as it was committed. */
function workingTree(shadow: Git): string[] {
  const options = ['--porcelain', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all']
  return partsOf(shadow(['status', ...options], { maxBytes })).map((entry) => entry.slice(3))
}

/** A merge is what it brought to the branch it was made on. */
function lastCommit(shadow: Git): string[] {
  const options = [
    '-z',
    '--name-only',
    '--format=',
    '--no-renames',
    '--diff-merges=first-parent',
    '--no-ext-diff',
  ]
  return partsOf(shadow(['log', '--max-count=1', ...options, 'HEAD', '--'], { maxBytes }))
}

/** What stands between NULs. Where git was stopped in the middle, the last one is a piece and is left out. */
function partsOf({ code, cut, stdout }: GitAnswer): string[] {
  if (code !== 0 && !cut) return []
  const parts = stdout.toString('utf8').split('\0')
  if (cut) parts.pop()
  return parts.filter((part) => part.trim() !== '')
}

/** As paths below the directory, sorted, each once; a name that is no UTF-8 could not be read by it. */
function inside(paths: readonly string[], top: string, directory: string): string[] {
  const below = getSegmentsBelow(top, realpathSync(directory))
  if (below === null) return []
  const prefix = below.map((segment) => `${segment}/`).join('')
  const own = paths
    .filter((path) => path.startsWith(prefix) && !path.endsWith('/') && !path.includes('\uFFFD'))
    .map((path) => path.slice(prefix.length))
  return [...new Set(own)].sort()
}
