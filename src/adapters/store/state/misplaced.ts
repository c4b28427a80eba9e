import { lstatSync, type Stats } from 'node:fs'
import { joinBelow } from '../../disk/index.ts'
import type { StatePath } from './project-home.ts'

const databaseFiles = ['store.db', 'store.db-wal', 'store.db-shm', 'store.db-journal']

/**
 * What makes a state directory unfit to be written to, or null. Git checks out links, and SQLite follows them: a clone
 * could make us write where its author wants.
 */
export function findMisplacement({ base, steps }: StatePath, spool: readonly string[]): string | null {
  const directory = joinBelow(base, ...steps)
  return noDirectory(base, steps) ?? noDirectory(directory, spool) ?? noDatabase(directory)
}

function noDirectory(base: string, steps: readonly string[]): string | null {
  let path = base
  for (const step of steps) {
    path = joinBelow(path, step)
    const stat = look(path)
    if (stat === null) return null
    if (!stat.isDirectory()) return `${path} is ${kindOf(stat, 'no directory')}`
  }
  return null
}

function noDatabase(directory: string): string | null {
  for (const name of databaseFiles) {
    const stat = look(joinBelow(directory, name))
    if (stat !== null && !stat.isFile())
      return `${joinBelow(directory, name)} is ${kindOf(stat, 'not a regular file')}`
  }
  return null
}

function kindOf(stat: Stats, otherwise: string): string {
  return stat.isSymbolicLink() ? 'a symbolic link' : otherwise
}

/** What we may not see we cannot write to either: whoever tries hears the system's own words. */
function look(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
