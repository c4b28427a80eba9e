import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { StoreFailure } from '../../../core/values/index.ts'
import { getErrorCode, hideFromGit, makeDirectories, refuseLinkedDirectory } from '../../disk/index.ts'

/** Creates the directory, private and hidden from git. Throws the system's error, or `store-misplaced` for a link. */
export function makeStateDirectory(directory: string): void {
  for (const made of makeDirectories(directory)) refuseMisplaced(made)
  const own = basename(dirname(directory)) === '.foreword'
  // A link may have been created since the directory was chosen.
  if (own) refuseMisplaced(dirname(directory))
  refuseMisplaced(directory)
  if (own || readdirSync(directory).every(isOurs)) hideFromGit(directory)
}

export const fullDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Creates the directory of a store. A system error becomes a failure of the store. */
export function makeStoreDirectory(directory: string): void {
  try {
    makeStateDirectory(directory)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (fullDisk.has(code)) throw new StoreFailure('store-full', `${directory} cannot be created: ${message}`)
    throw new StoreFailure('store-read-only', `${directory} cannot be written to: ${message}`)
  }
}

/** A directory that the user named can contain other files, which must stay visible to git. */
function isOurs(name: string): boolean {
  return name === 'spool' || /^(store\.db|\.tmp-\.gitignore-)/.test(name)
}

function refuseMisplaced(path: string): void {
  try {
    refuseLinkedDirectory(path)
  } catch (error) {
    if (getErrorCode(error) !== 'ENOTDIR') throw error
    throw new StoreFailure('store-misplaced', (error as Error).message)
  }
}
