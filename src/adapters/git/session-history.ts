import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { SessionBegin, SessionHistory, WorkSince } from '../../ports/index.ts'
import { type Git, type GitResult, openGitCommand } from './git-command.ts'
import { openHistory } from './history.ts'
import { findRepository, readHead } from './repository.ts'
import { withShadow } from './shadow.ts'

const maxBytes = 1_000_000
const objectName = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const nothing: WorkSince = { commits: [], changed: [] }

/** Reads from git what a session changed. Runs nothing that the repository configures. */
export function openSessionHistory(env: NodeJS.ProcessEnv): SessionHistory {
  const git = openGitCommand(env)
  const { at } = openHistory(git)
  return { at, since: (directory, begin) => readWorkSince(git, directory, begin) }
}

function readWorkSince(git: Git, directory: string, begin: SessionBegin | null): WorkSince {
  const repository = findRepository(git, directory)
  if (repository === null) return nothing
  try {
    const head = readHead(git, repository)
    return withShadow(git, repository, head, (shadow) => {
      const below = getPrefix(repository.top, directory)
      const selectBelow = (paths: readonly string[]) =>
        paths.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length))
      const uncommitted = new Set(selectBelow(listWorkingTreeChanges(shadow)))
      const isOld = makeAgeCheck(`${repository.top}/${below}`, begin)
      const { commits, paths } = head === null || begin === null ? none : readCommitted(shadow, begin)
      const all = new Set([...uncommitted, ...selectBelow(paths)])
      const changed = [...all].sort().map((path) => {
        const isUncommitted = uncommitted.has(path)
        return { path, committed: !isUncommitted, old: isUncommitted && isOld(path) }
      })
      return { commits, changed }
    })
  } catch {
    // The shadow could not be written, or the directory was deleted.
    return nothing
  }
}

interface Committed {
  readonly commits: WorkSince['commits']
  readonly paths: readonly string[]
}
const none: Committed = { commits: [], paths: [] }

function readCommitted(shadow: Git, { commit, at }: SessionBegin): Committed {
  if (commit === null) return readCommittedAfter(shadow, Date.parse(at))
  if (!objectName.test(commit)) return none
  const range = [`${commit}..HEAD`]
  return {
    commits: readCommits(shadow, range),
    paths: splitParts(shadow(['diff', ...diffOptions, commit, 'HEAD', '--'], { maxBytes })),
  }
}

/** The repository had no commit when the session began, so all later commits count. */
function readCommittedAfter(shadow: Git, time: number): Committed {
  if (Number.isNaN(time)) return none
  const range = [`--since=@${Math.floor(time / 1000)}`, 'HEAD']
  const log = [
    'log',
    ...maxCount,
    '--format=',
    '--no-show-signature',
    '--no-notes',
    ...diffOptions,
    ...range,
    '--',
  ]
  return { commits: readCommits(shadow, range), paths: splitParts(shadow(log, { maxBytes })) }
}

const maxCount = ['--max-count=200'] as const
const diffOptions = [
  ...['-z', '--name-only', '--no-renames'],
  ...['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'],
] as const

function readCommits(shadow: Git, range: readonly string[]): WorkSince['commits'] {
  const form = ['-z', '--format=%H %s', '--encoding=UTF-8', '--no-show-signature', '--no-notes', '--reverse']
  return splitParts(shadow(['log', ...maxCount, ...form, ...range, '--'], { maxBytes })).map((entry) => ({
    hash: entry.slice(0, entry.indexOf(' ')),
    subject: entry.slice(entry.indexOf(' ') + 1),
  }))
}

/** Each entry of the output is `XY path`. */
function listWorkingTreeChanges(shadow: Git): string[] {
  const options = ['--porcelain', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all']
  return splitParts(shadow(['status', ...options], { maxBytes })).map((entry) => entry.slice(3))
}

/**
 * Returns a function that says whether a path is older than the session, by the file system's change time, which programs
 * cannot set. For a deleted path, the directory it was in decides. If the start of the session is unknown, no path is old.
 */
function makeAgeCheck(directory: string, begin: SessionBegin | null): (path: string) => boolean {
  const time = begin === null ? Number.NaN : Date.parse(begin.at)
  if (Number.isNaN(time) || time > Date.now()) return () => false
  return (path) => {
    for (let current = join(directory, path); ; current = dirname(current)) {
      const stat = lstatSync(current, { throwIfNoEntry: false })
      if (stat !== undefined) return stat.ctimeMs < Math.floor(time / 1000) * 1000
    }
  }
}

function splitParts({ code, cut, stdout }: GitResult): string[] {
  if (code !== 0 && !cut) return []
  const parts = stdout.toString('utf8').split('\0')
  if (cut) parts.pop()
  return parts.filter((part) => part.trim() !== '' && !part.includes('\uFFFD'))
}

function getPrefix(top: string, directory: string): string {
  const below = relative(top, realpathSync(directory))
  if (isAbsolute(below) || below.split(sep)[0] === '..') throw new Error('not below its repository')
  return below === '' ? '' : `${below.split(sep).join('/')}/`
}
