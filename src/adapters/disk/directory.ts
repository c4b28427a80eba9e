import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { getErrorCode, ignoreErrors } from './error-code.ts'

/**
 * Creates the missing directories with private permissions and returns them. Creates one level at a time, because recursive
 * mkdir never returns if nothing can be created (below /proc, for example).
 */
export function makeDirectories(directory: string): string[] {
  const make = () => mkdirSync(directory, { mode: 0o700 })
  const above = dirname(directory)
  let made: string[] = []
  try {
    make()
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return []
    if (getErrorCode(error) !== 'ENOENT' || above === directory) throw error
    made = makeDirectories(above)
    // Another process created it first.
    ignoreErrors(['EEXIST'], make)
  }
  syncDirectory(above)
  return [...made, directory]
}

/** Makes the names in a directory durable. Errors of file systems without support are ignored. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  try {
    ignoreErrors(['EINVAL', 'ENOTSUP', 'ENOSYS'], () => fsyncSync(handle))
  } finally {
    closeSync(handle)
  }
}

/** Refuses a link, because a clone could have brought it. Throws an error like a system error. */
export function refuseLinkedDirectory(directory: string): void {
  if (lstatSync(directory).isDirectory()) return
  const message = `${directory} is a link or a file, not a directory`
  throw Object.assign(new Error(message), { code: 'ENOTDIR', syscall: 'lstat', path: directory })
}
