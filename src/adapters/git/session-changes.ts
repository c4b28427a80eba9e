import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { SessionBegin, SessionHistory, WorkSince } from '../../ports/index.ts'
import { type Git, type GitAnswer, openGitCommand } from './command.ts'
import { openHistory } from './history.ts'
import { findRepository, readHead } from './repository.ts'
import { withShadow } from './shadow.ts'

const maxBytes = 1_000_000
const objectName = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const nothing: WorkSince = { commits: [], changed: [] }

/** What a session did, told by git. Runs nothing that the repository configures. */
export function openSessionHistory(env: NodeJS.ProcessEnv): SessionHistory {
  const git = openGitCommand(env)
  const { at } = openHistory(git)
  return { at, since: (directory, begin) => workSince(git, directory, begin) }
}

function workSince(git: Git, directory: string, begin: SessionBegin | null): WorkSince {
  const repository = findRepository(git, directory)
  if (repository === null) return nothing
  try {
    const head = readHead(git, repository)
    return withShadow(git, repository, head, (shadow) => {
      const below = prefixOf(repository.top, directory)
      const own = (paths: readonly string[]) =>
        paths.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length))
      const loose = new Set(own(workingTree(shadow)))
      const isOld = untouchedSince(`${repository.top}/${below}`, begin)
      const { commits, paths } = head === null || begin === null ? none : committed(shadow, begin)
      const all = new Set([...loose, ...own(paths)])
      const changed = [...all].sort().map((path) => {
        const isLoose = loose.has(path)
        return { path, committed: !isLoose, old: isLoose && isOld(path) }
      })
      return { commits, changed }
    })
  } catch {
    // No room for the shadow, or a directory that went away.
    return nothing
  }
}

interface Committed {
  readonly commits: WorkSince['commits']
  readonly paths: readonly string[]
}
const none: Committed = { commits: [], paths: [] }

function committed(shadow: Git, { commit, at }: SessionBegin): Committed {
  if (commit === null) return committedAfter(shadow, Date.parse(at))
  if (!objectName.test(commit)) return none
  const range = [`${commit}..HEAD`]
  return {
    commits: commitsIn(shadow, range),
    paths: partsOf(shadow(['diff', ...plainly, commit, 'HEAD', '--'], { maxBytes })),
  }
}

/** There was nothing yet: so it is all that was made since. */
function committedAfter(shadow: Git, time: number): Committed {
  if (Number.isNaN(time)) return none
  const range = [`--since=@${Math.floor(time / 1000)}`, 'HEAD']
  const log = [
    'log',
    ...maxCount,
    '--format=',
    '--no-show-signature',
    '--no-notes',
    ...plainly,
    ...range,
    '--',
  ]
  return { commits: commitsIn(shadow, range), paths: partsOf(shadow(log, { maxBytes })) }
}

const maxCount = ['--max-count=200'] as const
const plainly = [
  ...['-z', '--name-only', '--no-renames'],
  ...['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'],
] as const

function commitsIn(shadow: Git, range: readonly string[]): WorkSince['commits'] {
  const form = ['-z', '--format=%H %s', '--encoding=UTF-8', '--no-show-signature', '--no-notes', '--reverse']
  return partsOf(shadow(['log', ...maxCount, ...form, ...range, '--'], { maxBytes })).map((entry) => ({
    hash: entry.slice(0, entry.indexOf(' ')),
    subject: entry.slice(entry.indexOf(' ') + 1),
  }))
}

/** `XY path`, one for each that is not as it was committed. */
function workingTree(shadow: Git): string[] {
  const options = ['--porcelain', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all']
  return partsOf(shadow(['status', ...options], { maxBytes })).map((entry) => entry.slice(3))
}

/**
 * By the clock of the file system, which nobody sets by hand. What is gone changed the directory where it was. Never where it is not
 * known when that was: in doubt somebody has.
 */
function untouchedSince(directory: string, begin: SessionBegin | null): (path: string) => boolean {
  const time = begin === null ? Number.NaN : Date.parse(begin.at)
  if (Number.isNaN(time) || time > Date.now()) return () => false
  return (path) => {
    for (let here = join(directory, path); ; here = dirname(here)) {
      const stat = lstatSync(here, { throwIfNoEntry: false })
      if (stat !== undefined) return stat.ctimeMs < Math.floor(time / 1000) * 1000
    }
  }
}

function partsOf({ code, cut, stdout }: GitAnswer): string[] {
  if (code !== 0 && !cut) return []
  const parts = stdout.toString('utf8').split('\0')
  if (cut) parts.pop()
  return parts.filter((part) => part.trim() !== '' && !part.includes('\uFFFD'))
}

function prefixOf(top: string, directory: string): string {
  const below = relative(top, realpathSync(directory))
  if (isAbsolute(below) || below.split(sep)[0] === '..') throw new Error('not below its repository')
  return below === '' ? '' : `${below.split(sep).join('/')}/`
}
