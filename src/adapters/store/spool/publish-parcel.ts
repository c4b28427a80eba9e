import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { hideFromGit, makeDirectories, refuseLinkedDirectory, replaceFile } from '../../disk/index.ts'

/** Larger than any real parcel. Larger files are neither read nor written. */
export const maxParcelFileBytes = 64 * 1024 * 1024

/** Writes the whole file durably. If a system error is thrown, no file is left. */
export function publishParcel(directory: string, name: string, text: string): void {
  const bytes = Buffer.from(text)
  if (bytes.length > maxParcelFileBytes) throw makeTooLargeError(bytes.length)
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) makeDirectories(directory)
  refuseLinkedDirectory(directory)
  hideFromGit(directory)
  replaceFile(join(directory, name), bytes)
}

/** Looks like a system error, so that callers find a code. */
function makeTooLargeError(size: number): Error {
  const error = new Error(`EFBIG: a parcel of ${size} bytes is too large`)
  return Object.assign(error, { code: 'EFBIG', syscall: 'write' })
}
