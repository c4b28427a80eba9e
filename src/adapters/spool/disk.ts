import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'

export const temporaryPrefix = '.tmp-'
/** No parcel comes near it. What is larger is not read, and not written. */
export const largestFile = 64 * 1024 * 1024

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** In the manner of the system, so that those who ask for the code find one. */
export function systemError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code })
}

/** A link could have come with a clone: it is not followed. */
export function refuseLink(directory: string): void {
  if (lstatSync(directory).isDirectory()) return
  throw systemError('ENOTDIR', `${directory} is a link or a file, and no directory`)
}

/** Step by step: the recursive form of mkdir never returns where nothing can be made (below /proc, for one). */
export function makeDirectories(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    if (codeOf(error) !== 'ENOENT' || dirname(directory) === directory) throw error
    makeDirectories(dirname(directory))
    ignoring(['EEXIST'], () => mkdirSync(directory, { mode: 0o700 }))
  }
  syncDirectory(dirname(directory))
}

/** Makes the names inside durable. Some file systems cannot, and say so. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  try {
    ignoring(['EINVAL', 'ENOTSUP', 'ENOSYS'], () => fsyncSync(handle))
  } finally {
    closeSync(handle)
  }
}

/** Two who drain the same spool remove the same files. */
export function removeFile(path: string): void {
  ignoring(['ENOENT'], () => unlinkSync(path))
}

function ignoring(codes: readonly string[], act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!codes.includes(codeOf(error) ?? '')) throw error
  }
}
