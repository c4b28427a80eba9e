import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'

const databaseFiles = ['store.db', 'store.db-wal', 'store.db-shm', 'store.db-journal']

/**
 * What makes a state directory unfit to be written to, or null. Git checks out links, and SQLite follows them: a clone
 * could make us write where its author wants.
 */
export function misplaced(base: string, steps: readonly string[]): string | null {
  let path = base
  for (const step of steps) {
    path = join(path, step)
    const stat = look(path)
    if (stat === null) return null
    if (!stat.isDirectory()) return `${path} is ${kindOf(stat, 'no directory')}`
  }
  return foreignInside(path)
}

function foreignInside(directory: string): string | null {
  const spool = look(join(directory, 'spool'))
  if (spool !== null && !spool.isDirectory()) {
    return `${join(directory, 'spool')} is ${kindOf(spool, 'no directory')}`
  }
  for (const name of databaseFiles) {
    const stat = look(join(directory, name))
    if (stat !== null && !stat.isFile())
      return `${join(directory, name)} is ${kindOf(stat, 'no regular file')}`
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
