import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { StoreFailure } from '../../../core/values/index.ts'
import { getErrorCode, hideFromGit, makeDirectories, refuseLinkedDirectory } from '../../disk/index.ts'

/** Makes the directory private and invisible to git. Throws the system's error, or `store-misplaced` for a link. */
export function makeStateDirectory(directory: string): void {
  for (const made of makeDirectories(directory)) refuseMisplaced(made)
  const own = basename(dirname(directory)) === '.foreword'
  // Somebody may have put a link there since the place was chosen.
  if (own) refuseMisplaced(dirname(directory))
  refuseMisplaced(directory)
  if (own || readdirSync(directory).every(isOurs)) hideFromGit(directory)
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The same for the directory of a store: an error of the system becomes a failure of the store. */
export function makeStoreDirectory(directory: string): void {
  try {
    makeStateDirectory(directory)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (fullDisk.has(code)) throw new StoreFailure('store-full', `${directory} cannot be made: ${message}`)
    throw new StoreFailure('store-read-only', `${directory} cannot be written to: ${message}`)
  }
}

/** A directory that a person named can hold other things, which must stay visible. */
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
