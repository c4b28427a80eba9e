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
  resolveRealPath,
} from '../disk/index.ts'
import { disableFilters } from './filters.ts'
import type { Git } from './git-command.ts'
import { findRepository, type Repository, readHead } from './repository.ts'
import { hasUncommittedChanges } from './uncommitted-changes.ts'

const timeoutMs = 300_000
const branchPrefix = 'foreword/'
const lockWords = 'an agent of foreword works here, for process '

/** Creates worktrees below `home`; null if the user has no home directory. Starts nothing that the repository configures. */
export function openWorktrees(git: Git, home: string | null): Worktrees {
  return {
    add: (directory, run) => addWorktree(git, { home, directory, run }),
    release: ({ path }) => void git(['-C', path, 'worktree', 'unlock', path]),
    list: (directory) => listWorktrees(git, home, directory),
    findLoss: (directory, worktree) => findLoss(git, directory, worktree),
    remove: (directory, worktree, branch) => removeWorktree(git, { directory, worktree, branch }),
  }
}

interface AddInput {
  readonly home: string | null
  readonly directory: string
  readonly run: string
}

function addWorktree(git: Git, { home, directory, run }: AddInput): Worktree {
  const repository = findRepository(git, directory)
  const head = readHead(git, repository)
  if (repository === null || head === null) throw makeRefusal(directory, 'no commit is checked out')
  if (home === null)
    throw makeRefusal(directory, 'the user has no home directory, and XDG_STATE_HOME is not set')
  const { top } = repository
  // A project is identified by the name of its directory, in a worktree too.
  const path = join(makePlace(joinBelow(home, run), directory), basename(top) || 'root')
  const branch = branchPrefix + run
  const options = { timeoutMs: timeoutMs }
  const steps = [
    () =>
      git(
        ['-C', top, 'worktree', 'add', '--no-checkout', '--no-track', '-b', branch, '--', path, head],
        options,
      ),
    () =>
      git(['-C', path, 'reset', '--quiet', '--hard', head], { ...options, env: disableFilters(git, top) }),
    () => git(['-C', top, 'worktree', 'lock', '--reason', `${lockWords}${process.pid}`, '--', path]),
  ]
  const undo = (why: string) => {
    removeWorktree(git, { directory: top, worktree: { path, branch }, branch: 'deleted' })
    return makeRefusal(directory, why)
  }
  for (const step of steps) {
    const { code, stderr } = step()
    if (code !== 0) throw undo(stderr)
  }
  const inside = getSegmentsBelow(top, realpathSync.native(directory)) ?? []
  const project = join(path, ...inside)
  if (!isDirectory(project)) throw undo(`${inside.join('/')} is not in the last commit`)
  return { path, branch, directory: project }
}

function makePlace(place: string, directory: string): string {
  try {
    makeDirectories(place)
    return realpathSync.native(place)
  } catch (error) {
    throw makeRefusal(directory, getErrorMessage(error))
  }
}

function makeRefusal(directory: string, cause: string): Refusal {
  return new Refusal(
    'not-writable',
    `${directory} cannot have another worktree: ${cause}`,
    'Commit the files that the agents need, and check that the state directory (XDG_STATE_HOME) is writable.',
  )
}

function listWorktrees(git: Git, home: string | null, directory: string): RunWorktree[] {
  const repository = findRepository(git, directory)
  const real = home === null ? null : resolveRealPath(home)
  if (repository === null || real === null) return []
  return readWorktreeList(git, repository, directory)
    .split('\0\0')
    .flatMap((entry) => {
      const fields = new Map(entry.split('\0').map((line) => splitOnce(line)))
      const path = fields.get('worktree') ?? ''
      const [run, name, ...more] = getSegmentsBelow(real, path) ?? []
      if (run === undefined || name === undefined || more.length > 0) return []
      const checkedOut = fields.get('branch')?.replace(/^refs\/heads\//, '') ?? null
      return [{ run, path, branch: branchPrefix + run, checkedOut, busy: isBusy(fields.get('locked')) }]
    })
}

/**
 * Returns lines that end with NUL. Git supports this since 2.36. With an older git, a path that contains a line break is not
 * parsed.
 */
function readWorktreeList(git: Git, { top }: Repository, directory: string): string {
  const list = ['-C', top, 'worktree', 'list', '--porcelain']
  const listed = git([...list, '-z'])
  if (listed.code === 0) return listed.stdout.toString()
  const older = git(list)
  if (older.code !== 0) throw makeRefusal(directory, older.stderr)
  return older.stdout.toString().replaceAll('\n', '\0')
}

function splitOnce(line: string): [string, string] {
  const space = line.indexOf(' ')
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)]
}

/** Our own lock counts as long as the process that made it is running. Any other lock counts. */
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

function findLoss(git: Git, directory: string, { path, branch, checkedOut }: RunWorktree): WorktreeLoss {
  const repository = findRepository(git, directory)
  if (repository === null) return { uncommitted: true, unheld: true, unmerged: true }
  const isThere = isDirectory(path)
  const readCommit = (place: string, name: string) => {
    const result = git(['-C', place, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`])
    return result.code === 0 ? result.stdout.toString().trim() : null
  }
  const head = isThere && checkedOut === null ? readCommit(path, 'HEAD') : null
  const tip = readCommit(repository.top, `refs/heads/${branch}`)
  return {
    uncommitted: isThere && hasUncommittedChanges(git, path) !== false,
    unheld: head !== null && !isContained(git, repository, { commit: head, but: null }),
    unmerged: tip !== null && !isContained(git, repository, { commit: tip, but: branch }),
  }
}

/** Whether another branch, a tag or the checked-out commit contains the commit. False if git cannot tell. */
function isContained(
  git: Git,
  { top }: Repository,
  { commit, but }: { commit: string; but: string | null },
): boolean {
  const places = ['refs/heads', 'refs/tags', 'refs/remotes']
  const result = git(['-C', top, 'for-each-ref', '--format=%(refname)', `--contains=${commit}`, ...places])
  const names = result.code === 0 ? result.stdout.toString().split('\n').filter(Boolean) : []
  if (names.some((name) => name !== `refs/heads/${but}`)) return true
  // A detached HEAD is not a branch, but it keeps its commits too.
  return but !== null && git(['-C', top, 'merge-base', '--is-ancestor', commit, 'HEAD']).code === 0
}

interface RemoveInput {
  readonly directory: string
  readonly worktree: Pick<Worktree, 'path' | 'branch'>
  readonly branch: 'deleted' | 'kept'
}

/** Removes a worktree with force, even if it is locked: the caller has checked it. */
function removeWorktree(git: Git, { directory, worktree, branch }: RemoveInput): boolean {
  const { path } = worktree
  const top = findRepository(git, directory)?.top ?? directory
  const remove = () =>
    git(['-C', top, 'worktree', 'remove', '--force', '--force', '--', path], { timeoutMs: timeoutMs })
  if (remove().code !== 0 && isUnlinked(path)) {
    discard(path)
    remove()
  }
  discardEmpty(path)
  if (branch === 'deleted') git(['-C', top, 'branch', '--quiet', '-D', '--', worktree.branch])
  return !isDirectory(path)
}

/**
 * An agent may have deleted the `.git` file by which git identifies the worktree. Git removes such a worktree only after its
 * directory is gone.
 */
function isUnlinked(path: string): boolean {
  return isDirectory(path) && lstatSync(join(path, '.git'), { throwIfNoEntry: false })?.isFile() !== true
}

function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The worktree stays, and the result says so.
  }
}

/** Removes the directory of the worktree and its parent, which is named after the run. */
function discardEmpty(path: string): void {
  for (const directory of [path, dirname(path)]) {
    try {
      rmdirSync(directory)
    } catch {
      // The directory is not empty, or it is gone.
    }
  }
}
