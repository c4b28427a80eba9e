import { lstatSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { getSegmentsBelow, readSmallFile, resolveRealPath } from '../../disk/index.ts'

export interface StateRepository {
  readonly top: string
  readonly gitDir: string
  readonly commonDir: string
}

/** The path of a state directory. */
export interface StatePath {
  /** Links below it are not followed. The directories above it belong to the user. */
  readonly base: string
  readonly steps: readonly string[]
}

/** The home of a project: the same for every worktree of a repository. */
export interface ProjectHome extends StatePath {
  /** Real path of the project in the main worktree. */
  readonly place: string
  readonly name: string
  /** Path from the top of the repository, with slashes; empty for the top. */
  readonly below: string
  /** Null without a repository that can be trusted. */
  readonly commonDir: string | null
}

const stateSteps = ['.foreword', 'state'] as const

/** Gives the project its own home, even in a worktree. */
export function getOwnHome(root: string, repository: StateRepository | null): ProjectHome {
  const shared = getSharedHome(root, repository)
  return { ...shared, base: root, steps: stateSteps, place: root }
}

export function getSharedHome(root: string, repository: StateRepository | null): ProjectHome {
  const inside = repository === null ? null : getSegmentsFromTop(root, repository)
  if (repository === null || inside === null) return makeSingleHome(root)
  const linked = !isSame(repository.gitDir, repository.commonDir)
  if (!linked)
    return {
      ...makeSingleHome(root),
      ...makeLabels(basename(resolveRealPath(repository.top) ?? repository.top), inside, repository),
    }
  if (!isConfirmed(repository)) return makeSingleHome(root)
  return isMainWorktree(repository.commonDir)
    ? makeMainHome(repository, inside)
    : makeBareHome(repository, inside)
}

function makeSingleHome(root: string): ProjectHome {
  return {
    base: root,
    steps: stateSteps,
    place: root,
    name: basename(root) || 'root',
    below: '',
    commonDir: null,
  }
}

function makeLabels(main: string, inside: readonly string[], { commonDir }: StateRepository) {
  return { name: [main || 'root', ...inside].join('/'), below: inside.join('/'), commonDir }
}

/** The directory need not exist in the main worktree, because another branch may be checked out. */
function makeMainHome(repository: StateRepository, inside: readonly string[]): ProjectHome {
  const common = resolveRealPath(repository.commonDir) ?? repository.commonDir
  const main = dirname(common)
  const place = join(main, ...inside)
  return {
    base: main,
    steps: [...inside, ...stateSteps],
    place,
    ...makeLabels(basename(main), inside, repository),
  }
}

/**
 * Without a main worktree, the repository itself keeps the state. Projects below the top have separate directories, so that no
 * project name collides with them.
 */
function makeBareHome(repository: StateRepository, inside: readonly string[]): ProjectHome {
  const common = resolveRealPath(repository.commonDir) ?? repository.commonDir
  const steps = inside.length === 0 ? ['foreword', 'state'] : ['foreword', ...inside, ...stateSteps]
  const own = basename(common).replace(/\.git$/, '')
  const main = own === '' || own.startsWith('.') ? basename(dirname(common)) : own
  return { base: common, steps, place: join(common, ...inside), ...makeLabels(main, inside, repository) }
}

function isMainWorktree(commonDir: string): boolean {
  if (basename(commonDir) !== '.git') return false
  return lstatSync(commonDir, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Any clone can contain a `.git` file that points to a repository. Only that repository can point back. */
function isConfirmed({ top, gitDir, commonDir }: StateRepository): boolean {
  const named = readSmallFile(join(gitDir, 'gitdir'), 8192)?.replace(/\r?\n*$/, '')
  if (named === undefined || named === '') return false
  // Otherwise a clone could bring both: the `.git` file and a directory that names it.
  const isRegistered = isSame(dirname(resolveRealPath(gitDir) ?? gitDir), join(commonDir, 'worktrees'))
  return isRegistered && isSame(resolve(gitDir, named), join(top, '.git'))
}

function isSame(path: string, other: string): boolean {
  const real = resolveRealPath(path)
  return real !== null && real === resolveRealPath(other)
}

function getSegmentsFromTop(root: string, { top }: StateRepository): string[] | null {
  return getSegmentsBelow(resolveRealPath(top) ?? top, root)
}
