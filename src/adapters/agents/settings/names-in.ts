import { opendirSync } from 'node:fs'
import { isBelow, realPath } from '../../disk/index.ts'

/** So many are read of a directory, whatever lies there. */
const maxCount = 1000

/** Names in a directory, in their order; null where there is none, or links lead to it out of `within`. */
export function listDirectoryNames(directory: string, within: string | null): string[] | null {
  const real = realPath(directory)
  if (real === null || (within !== null && !isBelow(realPath(within) ?? within, real))) return null
  try {
    const found = opendirSync(real)
    try {
      const names: string[] = []
      for (let one = found.readSync(); one !== null && names.length < maxCount; one = found.readSync())
        names.push(one.name)
      return names.sort()
    } finally {
      found.closeSync()
    }
  } catch {
    return null
  }
}
