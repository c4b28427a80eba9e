import { lstatSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { getErrorMessage, Refusal } from '../../core/values/index.ts'
import type { RunWorktree, Worktree, WorktreeLoss, Worktrees } from '../../ports/index.ts'
import {
  getErrorCode,
  getSegmentsBelow,
  isDirectory,
  joinBelow,
  makeDirectories,
  realPath,
} from '../disk/index.ts'
import type { Git } from './command.ts'
import { disableFilters } from './filters.ts'
import { findRepository, type Repository, readHead } from './repository.ts'
import { hasUncommitted } from './uncommitted.ts'

const patience = 300_000
const mark = 'foreword/'
const lockWords = 'an agent of foreword works here, for process '

/** Below `home`, which is null where the user has none. Nothing that the repository configures is started. */
export function openWorktrees(git: Git, home: string | null): Worktrees {
  return {
    add: (directory, run) => addWorktree(git, { home, directory, run }),
    release: ({ path }) => void git(['-C', path, 'worktree', 'unlock', path]),
    list: (directory) => listWorktrees(git, home, directory),
    loss: (directory, worktree) => lossOf(git, directory, worktree),
    remove: (directory, worktree, branch) => removeWorktree(git, { directory, worktree, branch }),
  }
}

interface Adding {
  readonly home: string | null
  readonly directory: string
  readonly run: string
}

function addWorktree(git: Git, { home, directory, run }: Adding): Worktree {
  const repository = findRepository(git, directory)
  const head = readHead(git, repository)
  if (repository === null || head === null) throw refusal(directory, 'no commit is checked out there')
  if (home === null) throw refusal(directory, 'the user has no home directory, and XDG_STATE_HOME names none')
  const { top } = repository
  // A project is known by the name of its directory, in the worktree too.
  const path = join(placeFor(joinBelow(home, run), directory), basename(top) || 'root')
  const branch = mark + run
  const at = { timeoutMs: patience }
  const steps = [
    () =>
      git(['-C', top, 'worktree', 'add', '--no-checkout', '--no-track', '-b', branch, '--', path, head], at),
    () => git(['-C', path, 'reset', '--quiet', '--hard', head], { ...at, env: disableFilters(git, top) }),
    () => git(['-C', top, 'worktree', 'lock', '--reason', `${lockWords}${process.pid}`, '--', path]),
  ]
  const undone = (why: string) => {
    removeWorktree(git, { directory: top, worktree: { path, branch }, branch: 'deleted' })
    return refusal(directory, why)
  }
  for (const step of steps) {
    const { code, stderr } = step()
    if (code !== 0) throw undone(stderr)
  }
  const inside = getSegmentsBelow(top, realpathSync.native(directory)) ?? []
  const project = join(path, ...inside)
  if (!isDirectory(project)) throw undone(`${inside.join('/')} is not in the last commit`)
  return { path, branch, directory: project }
}

function placeFor(place: string, directory: string): string {
  try {
    makeDirectories(place)
    return realpathSync.native(place)
  } catch (error) {
    throw refusal(directory, getErrorMessage(error))
  }
}

function refusal(directory: string, cause: string): Refusal {
  return new Refusal(
    'not-writable',
    `${directory} cannot have another worktree: ${cause}`,
    'Commit what the agents shall work on; worktrees lie in the state directory of the user (XDG_STATE_HOME).',
  )
}

function listWorktrees(git: Git, home: string | null, directory: string): RunWorktree[] {
  const repository = findRepository(git, directory)
  const real = home === null ? null : realPath(home)
  if (repository === null || real === null) return []
  return linesOf(git, repository, directory)
    .split('\0\0')
    .flatMap((entry) => {
      const said = new Map(entry.split('\0').map((line) => splitOnce(line)))
      const path = said.get('worktree') ?? ''
      const [run, name, ...more] = getSegmentsBelow(real, path) ?? []
      if (run === undefined || name === undefined || more.length > 0) return []
      const checkedOut = said.get('branch')?.replace(/^refs\/heads\//, '') ?? null
      return [{ run, path, branch: mark + run, checkedOut, busy: isBusy(said.get('locked')) }]
    })
}

/** With a NUL behind each. Git knows that since 2.36; before, a path with a line break in it is not understood. */
function linesOf(git: Git, { top }: Repository, directory: string): string {
  const list = ['-C', top, 'worktree', 'list', '--porcelain']
  const listed = git([...list, '-z'])
  if (listed.code === 0) return listed.stdout.toString()
  const older = git(list)
  if (older.code !== 0) throw refusal(directory, older.stderr)
  return older.stdout.toString().replaceAll('\n', '\0')
}

function splitOnce(line: string): [string, string] {
  const space = line.indexOf(' ')
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)]
}

/** A lock of ours counts as long as the process is there that locked it; one of somebody else counts. */
function isBusy(lock: string | undefined): boolean {
  if (lock === undefined) return false
  const owner = lock.startsWith(lockWords) ? Number(lock.slice(lockWords.length)) : Number.NaN
  if (!Number.isSafeInteger(owner) || owner <= 0) return true
  try {
    process.kill(owner, 0)
    return true
  } catch (error) {
    return getErrorCode(error) !== 'ESRCH'
  }
}

function lossOf(git: Git, directory: string, { path, branch, checkedOut }: RunWorktree): WorktreeLoss {
  const repository = findRepository(git, directory)
  if (repository === null) return { uncommitted: true, unheld: true, unmerged: true }
  const isThere = isDirectory(path)
  const commitOf = (place: string, name: string) => {
    const asked = git(['-C', place, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`])
    return asked.code === 0 ? asked.stdout.toString().trim() : null
  }
  const head = isThere && checkedOut === null ? commitOf(path, 'HEAD') : null
  const tip = commitOf(repository.top, `refs/heads/${branch}`)
  return {
    uncommitted: isThere && hasUncommitted(git, path) !== false,
    unheld: head !== null && !isHeld(git, repository, { commit: head, but: null }),
    unmerged: tip !== null && !isHeld(git, repository, { commit: tip, but: branch }),
  }
}

/** Whether a branch, a tag or what is checked out where we are asked has a commit. In doubt it has not. */
function isHeld(
  git: Git,
  { top }: Repository,
  { commit, but }: { commit: string; but: string | null },
): boolean {
  const places = ['refs/heads', 'refs/tags', 'refs/remotes']
  const asked = git(['-C', top, 'for-each-ref', '--format=%(refname)', `--contains=${commit}`, ...places])
  const names = asked.code === 0 ? asked.stdout.toString().split('\n').filter(Boolean) : []
  if (names.some((name) => name !== `refs/heads/${but}`)) return true
  // A detached HEAD is no branch, and what leads to it is kept all the same.
  return but !== null && git(['-C', top, 'merge-base', '--is-ancestor', commit, 'HEAD']).code === 0
}

interface Removing {
  readonly directory: string
  readonly worktree: Pick<Worktree, 'path' | 'branch'>
  readonly branch: 'deleted' | 'kept'
}

/** With force, and of a locked one too: whoever asks has looked. */
function removeWorktree(git: Git, { directory, worktree, branch }: Removing): boolean {
  const { path } = worktree
  const top = findRepository(git, directory)?.top ?? directory
  const remove = () =>
    git(['-C', top, 'worktree', 'remove', '--force', '--force', '--', path], { timeoutMs: patience })
  if (remove().code !== 0 && isUnlinked(path)) {
    discard(path)
    remove()
  }
  discardEmpty(path)
  if (branch === 'deleted') git(['-C', top, 'branch', '--quiet', '-D', '--', worktree.branch])
  return !isDirectory(path)
}

/** An agent may have taken away the file by which git knows it: git removes it only when it is gone. */
function isUnlinked(path: string): boolean {
  return isDirectory(path) && lstatSync(join(path, '.git'), { throwIfNoEntry: false })?.isFile() !== true
}

function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Then it stays, and is said to.
  }
}

/** Its own directory has the name of the run. */
function discardEmpty(path: string): void {
  for (const directory of [path, dirname(path)]) {
    try {
      rmdirSync(directory)
    } catch {
      // It has something in it, or is gone.
    }
  }
}
