import { type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { getHomeDirectory, getUserDirectory, isBelow, joinBelow, resolveExistingPart } from '../disk/index.ts'

export function getTrustDirectory(env: NodeJS.ProcessEnv): string {
  // Never a relative one: it would lead into whatever project one stands in.
  const own = getUserDirectory('config', env) ?? resolve('/', getHomeDirectory(), '.config', 'foreword')
  return joinBelow(own, 'trust')
}

/** Why a directory cannot vouch for a project: others could have written what it says. Null when it can, or is not there yet. */
export function findTrustProblem(directory: string, project: string): string | null {
  if (isBelow(project, directory) || isBelow(project, resolveExistingPart(directory)))
    return `${directory} lies in the project itself, where a clone could have put it.`
  for (const path of [dirname(directory), directory]) {
    const stat = look(path)
    const problem = stat === null ? null : findOwnershipProblem(stat)
    if (problem !== null) return `${path} ${problem}.`
  }
  return null
}

/** Of a file or a directory that must be the user's alone to write. Systems without users have nothing to check. */
export function findOwnershipProblem(stat: Pick<Stats, 'uid' | 'mode'>): string | null {
  const user = process.getuid?.()
  if (user === undefined) return null
  if (stat.uid !== user) return 'belongs to another user'
  return (stat.mode & 0o022) === 0 ? null : 'can be written to by others than its owner'
}

function look(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
