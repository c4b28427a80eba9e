import { lstatSync, type Stats } from 'node:fs'
import { joinBelow } from '../../disk/index.ts'
import type { StatePath } from './project-home.ts'

const databaseFiles = ['store.db', 'store.db-wal', 'store.db-shm', 'store.db-journal']

/**
 * Returns why a state directory must not be written to, or null. Git checks out links, and SQLite follows them: a clone could
 * make us write where its author wants.
 */
export function findMisplacement({ base, steps }: StatePath, spool: readonly string[]): string | null {
  const directory = joinBelow(base, ...steps)
  return (
    findDirectoryProblem(base, steps) ?? findDirectoryProblem(directory, spool) ?? findFileProblem(directory)
  )
}

function findDirectoryProblem(base: string, steps: readonly string[]): string | null {
  let path = base
  for (const step of steps) {
    path = joinBelow(path, step)
    const stat = readStat(path)
    if (stat === null) return null
    if (!stat.isDirectory()) return `${path} is ${describeKind(stat, 'not a directory')}`
  }
  return null
}

function findFileProblem(directory: string): string | null {
  for (const name of databaseFiles) {
    const stat = readStat(joinBelow(directory, name))
    if (stat !== null && !stat.isFile())
      return `${joinBelow(directory, name)} is ${describeKind(stat, 'not a regular file')}`
  }
  return null
}

function describeKind(stat: Stats, otherwise: string): string {
  return stat.isSymbolicLink() ? 'a symbolic link' : otherwise
}

/** A path that is not accessible is not writable either; writing reports the system's error. */
function readStat(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
