import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StoreFailure } from '../../../core/values/index.ts'
import { getErrorCode, makeTemporaryName, writeNewFile } from '../../disk/index.ts'
import { fullDisk } from './state-directory.ts'

/** A new database with its log takes this much. */
const neededBytes = 256 * 1024

/** Writes a file into the directory, or into its nearest parent that exists, and removes it. Returns why that failed, or null. */
export function tryWriting(directory: string): StoreFailure | null {
  const file = join(findExistingDirectory(directory), makeTemporaryName('doctor'))
  try {
    writeNewFile(file, Buffer.alloc(neededBytes))
    rmSync(file)
    return null
  } catch (error) {
    const code = getErrorCode(error)
    if (code === undefined) throw error
    return fullDisk.has(code)
      ? new StoreFailure('store-full', `${directory} has no space left (${code}).`)
      : new StoreFailure('store-read-only', `${directory} cannot be written to (${code}).`)
  }
}

function findExistingDirectory(directory: string): string {
  return existsSync(directory) || dirname(directory) === directory
    ? directory
    : findExistingDirectory(dirname(directory))
}
