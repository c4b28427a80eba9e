import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ObservedRepositoryState, RepositoryState } from '../../ports/index.ts'
import { getSegmentsBelow, joinBelow } from '../disk/index.ts'
import { type Git, type GitResult, openGitCommand } from './git-command.ts'
import { readGitFile } from './read-git-file.ts'
import { findRepository, listHeadFiles, type Repository, readHead } from './repository.ts'
import { withShadow } from './shadow.ts'

const maxBytes = 1_000_000
/** A hook waits for it. */
const timeoutMs = 1500
const commitCount = 5
/** The most uncommitted files whose next change is noticed. */
const maxWatched = 200

export interface RepositoryStateOptions {
  readonly env: NodeJS.ProcessEnv
  readonly directory: string
  /** Whether a name must not be shown. */
  readonly isExcluded: (path: string) => boolean
}

/** Reads the branch, the uncommitted files below a directory and the last commits. */
export function readRepositoryState(options: RepositoryStateOptions): ObservedRepositoryState {
  const { env, directory, isExcluded } = options
  const git = openGitCommand(env)
  const repository = findRepository(git, directory)
  if (repository === null) return { state: null, places: listPossibleRepositories(directory) }
  const commit = readHead(git, repository)
  const state = {
    branch: readBranch(repository),
    commit,
    ...readWork(git, repository, { commit, directory }),
  }
  const head = listHeadFiles(repository)
  const index = joinBelow(repository.gitDir, 'index')
  const watched = (state.uncommitted ?? []).slice(0, maxWatched)
  const places = head === null ? null : [...head, index, ...watched.map((path) => path.replace(/\/$/, ''))]
  const uncommitted = state.uncommitted?.filter((path) => !isExcluded(path)) ?? null
  return { state: { ...state, uncommitted }, places }
}

function readWork(
  git: Git,
  repository: Repository,
  { commit, directory }: { commit: string | null; directory: string },
): Pick<RepositoryState, 'uncommitted' | 'commits'> {
  try {
    return withShadow(git, repository, commit, (shadow) => ({
      uncommitted: listUncommitted(shadow, repository, directory),
      commits: commit === null ? [] : listCommits(shadow),
    }))
  } catch {
    // The shadow could not be written, or the directory was deleted.
    return { uncommitted: null, commits: [] }
  }
}

/** The paths at which a repository would contain the directory. */
function listPossibleRepositories(directory: string): string[] {
  const above = dirname(directory)
  return [joinBelow(directory, '.git'), ...(above === directory ? [] : listPossibleRepositories(above))]
}

function readBranch({ gitDir }: Repository): string | null {
  const head = readGitFile(joinBelow(gitDir, 'HEAD'))?.trimEnd() ?? ''
  return /^ref: refs\/heads\/(\S.*)$/.exec(head)?.[1] ?? null
}

function listCommits(shadow: Git): RepositoryState['commits'] {
  const form = ['-z', '--format=%H %s', '--encoding=UTF-8', '--no-show-signature', '--no-notes']
  const log = ['log', `--max-count=${commitCount}`, ...form, 'HEAD', '--']
  const parts = splitParts(shadow(log, { maxBytes, timeoutMs })) ?? []
  return parts.map((entry) => ({
    hash: entry.slice(0, entry.indexOf(' ')),
    subject: entry.slice(entry.indexOf(' ') + 1),
  }))
}

/** Each entry of the output is `XY path`. Paths are relative to the top of the repository. */
function listUncommitted(shadow: Git, { top }: Repository, directory: string): string[] | null {
  const options = [
    ...['--porcelain', '-z', '--untracked-files=normal'],
    ...['--no-renames', '--ignore-submodules=all'],
  ]
  const entries = splitParts(shadow(['status', ...options], { maxBytes, timeoutMs }))
  const below = getSegmentsBelow(top, realpathSync(directory))
  if (entries === null || below === null) return null
  const prefix = below.map((segment) => `${segment}/`).join('')
  const inside = entries.map((entry) => entry.slice(3)).filter((path) => path.startsWith(prefix))
  // A file that left the index and is still there has two entries.
  return [...new Set(inside.map((path) => path.slice(prefix.length)))].sort()
}

/** Null if git failed. If git was stopped because it printed too much, the last part is incomplete and left out. */
function splitParts({ code, cut, stdout }: GitResult): string[] | null {
  if (code !== 0 && !cut) return null
  const parts = stdout.toString('utf8').split('\0')
  if (cut) parts.pop()
  return parts.filter((part) => part.trim() !== '' && !part.includes('\uFFFD'))
}
