import { opendirSync } from 'node:fs'
import { isBelow, resolveRealPath } from '../../disk/index.ts'

/** The most names that are read from one directory. */
const maxCount = 1000

/** Lists the names in a directory, sorted. Null if it does not exist, or if links lead out of `within`. */
export function listDirectoryNames(directory: string, within: string | null): string[] | null {
  const real = resolveRealPath(directory)
  if (real === null || (within !== null && !isBelow(resolveRealPath(within) ?? within, real))) return null
  try {
    const handle = opendirSync(real)
    try {
      const names: string[] = []
      for (
        let entry = handle.readSync();
        entry !== null && names.length < maxCount;
        entry = handle.readSync()
      )
        names.push(entry.name)
      return names.sort()
    } finally {
      handle.closeSync()
    }
  } catch {
    return null
  }
}
