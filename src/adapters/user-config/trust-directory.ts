import { type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { getHomeDirectory, getUserDirectory, isBelow, joinBelow, resolveExistingPart } from '../disk/index.ts'

export function getTrustDirectory(env: NodeJS.ProcessEnv): string {
  // Never a relative path, because it could be inside of the current project.
  const own = getUserDirectory('config', env) ?? resolve('/', getHomeDirectory(), '.config', 'foreword')
  return joinBelow(own, 'trust')
}

/**
 * Returns why a directory cannot be trusted for a project: others could have written to it. Null if it can, or if it does not
 * exist.
 */
export function findTrustProblem(directory: string, project: string): string | null {
  if (isBelow(project, directory) || isBelow(project, resolveExistingPart(directory)))
    return `${directory} is in the project itself, so a clone could have brought it.`
  for (const path of [dirname(directory), directory]) {
    const stat = readStat(path)
    const problem = stat === null ? null : findOwnershipProblem(stat)
    if (problem !== null) return `${path} ${problem}.`
  }
  return null
}

/** Returns a problem if other users can write to a file or directory. Null on systems without users. */
export function findOwnershipProblem(stat: Pick<Stats, 'uid' | 'mode'>): string | null {
  const user = process.getuid?.()
  if (user === undefined) return null
  if (stat.uid !== user) return 'belongs to another user'
  return (stat.mode & 0o022) === 0 ? null : 'can be written to by other users'
}

function readStat(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
