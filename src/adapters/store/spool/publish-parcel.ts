import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { hideFromGit, makeDirectories, refuseLinkedDirectory, replaceFile } from '../../disk/index.ts'

/** No parcel comes near it. What is larger is not read, and not written. */
export const maxParcelFileBytes = 64 * 1024 * 1024

/** The file is there whole and durable, or the system's error is thrown and nothing is there. */
export function publishParcel(directory: string, name: string, text: string): void {
  const bytes = Buffer.from(text)
  if (bytes.length > maxParcelFileBytes) throw tooLarge(bytes.length)
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) makeDirectories(directory)
  refuseLinkedDirectory(directory)
  hideFromGit(directory)
  replaceFile(join(directory, name), bytes)
}

/** In the manner of the system, so that those who ask for the code find one. */
function tooLarge(size: number): Error {
  const error = new Error(`EFBIG: a parcel of ${size} bytes is too large`)
  return Object.assign(error, { code: 'EFBIG', syscall: 'write' })
}
