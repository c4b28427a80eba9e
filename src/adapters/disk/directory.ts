import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { getErrorCode, ignoreErrors } from './error-code.ts'

/**
 * Private ones, as many as are missing; answers with those that were. Step by step: the recursive form of mkdir never
 * returns where nothing can be made (below /proc, for one).
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
    // Another process was faster.
    ignoreErrors(['EEXIST'], make)
  }
  syncDirectory(above)
  return [...made, directory]
}

/** Makes the names inside durable. Some file systems cannot, and say so. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  try {
    ignoreErrors(['EINVAL', 'ENOTSUP', 'ENOSYS'], () => fsyncSync(handle))
  } finally {
    closeSync(handle)
  }
}

/** A link could have come with a clone: it is not followed. Throws in the manner of the system. */
export function refuseLinkedDirectory(directory: string): void {
  if (lstatSync(directory).isDirectory()) return
  const message = `${directory} is a link or a file, and no directory`
  throw Object.assign(new Error(message), { code: 'ENOTDIR', syscall: 'lstat', path: directory })
}
