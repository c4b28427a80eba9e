import { lstatSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { getSegmentsBelow, readSmallFile, realPath } from '../../disk/index.ts'

export interface StateRepository {
  readonly top: string
  readonly gitDir: string
  readonly commonDir: string
}

/** To a state directory. */
export interface StatePath {
  /** Below it nothing is followed; above it everything is the person's own. */
  readonly base: string
  readonly steps: readonly string[]
}

/** Where a project is at home: the same for every worktree of a repository. */
export interface ProjectHome extends StatePath {
  /** Real path of the project in the main worktree. */
  readonly place: string
  readonly name: string
  /** From the top of the repository, with slashes; empty for the top. */
  readonly below: string
  /** Null where there is no repository that could be believed. */
  readonly commonDir: string | null
}

const stateSteps = ['.foreword', 'state'] as const

/** The project on its own, whatever git says of worktrees. */
export function getOwnHome(root: string, repository: StateRepository | null): ProjectHome {
  const shared = getSharedHome(root, repository)
  return { ...shared, base: root, steps: stateSteps, place: root }
}

export function getSharedHome(root: string, repository: StateRepository | null): ProjectHome {
  const inside = repository === null ? null : belowTop(root, repository)
  if (repository === null || inside === null) return alone(root)
  const linked = !isSame(repository.gitDir, repository.commonDir)
  if (!linked)
    return {
      ...alone(root),
      ...labels(basename(realPath(repository.top) ?? repository.top), inside, repository),
    }
  if (!isConfirmed(repository)) return alone(root)
  return isMainWorktree(repository.commonDir) ? inMain(repository, inside) : inBare(repository, inside)
}

function alone(root: string): ProjectHome {
  return {
    base: root,
    steps: stateSteps,
    place: root,
    name: basename(root) || 'root',
    below: '',
    commonDir: null,
  }
}

function labels(main: string, inside: readonly string[], { commonDir }: StateRepository) {
  return { name: [main || 'root', ...inside].join('/'), below: inside.join('/'), commonDir }
}

/** A directory of the main worktree need not exist there: another branch may be checked out. */
function inMain(repository: StateRepository, inside: readonly string[]): ProjectHome {
  const common = realPath(repository.commonDir) ?? repository.commonDir
  const main = dirname(common)
  const place = join(main, ...inside)
  return {
    base: main,
    steps: [...inside, ...stateSteps],
    place,
    ...labels(basename(main), inside, repository),
  }
}

/** Without a main worktree the repository itself keeps the state. Projects below the top lie apart, so that none can be named like a part of it. */
function inBare(repository: StateRepository, inside: readonly string[]): ProjectHome {
  const common = realPath(repository.commonDir) ?? repository.commonDir
  const steps = inside.length === 0 ? ['foreword', 'state'] : ['foreword', ...inside, ...stateSteps]
  const own = basename(common).replace(/\.git$/, '')
  const main = own === '' || own.startsWith('.') ? basename(dirname(common)) : own
  return { base: common, steps, place: join(common, ...inside), ...labels(main, inside, repository) }
}

function isMainWorktree(commonDir: string): boolean {
  if (basename(commonDir) !== '.git') return false
  return lstatSync(commonDir, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Anybody can write a `.git` file that points at a repository. Only that repository can point back. */
function isConfirmed({ top, gitDir, commonDir }: StateRepository): boolean {
  const named = readSmallFile(join(gitDir, 'gitdir'), 8192)?.replace(/\r?\n*$/, '')
  if (named === undefined || named === '') return false
  // Else the answer could come with the question: a directory beside the `.git` file that names it.
  const kept = isSame(dirname(realPath(gitDir) ?? gitDir), join(commonDir, 'worktrees'))
  return kept && isSame(resolve(gitDir, named), join(top, '.git'))
}

function isSame(one: string, other: string): boolean {
  const real = realPath(one)
  return real !== null && real === realPath(other)
}

function belowTop(root: string, { top }: StateRepository): string[] | null {
  return getSegmentsBelow(realPath(top) ?? top, root)
}
