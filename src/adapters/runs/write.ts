import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { discard, sweepLeftovers, temporaryName } from './temporary.ts'
import { codeOf } from './unwritable.ts'

/** Creates the file, or fails when something is there: nothing is followed, nothing is overwritten. */
export function writeNew(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFully(file, Buffer.from(content))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A disk that fills up takes a part and reports no error until the next write. */
function writeFully(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** All content reaches the disk before the first name changes, so a full disk changes nothing. */
export function replaceFiles(directory: string, files: Readonly<Record<string, string>>): void {
  sweepLeftovers(directory, Object.keys(files))
  const staged = Object.entries(files).map(([name, content]) => ({
    content,
    path: join(directory, name),
    temporary: join(directory, temporaryName(name)),
  }))
  try {
    for (const { temporary, content } of staged) writeNew(temporary, content)
    for (const { temporary, path } of staged) renameSync(temporary, path)
  } catch (error) {
    for (const { temporary } of staged) discard(temporary)
    throw error
  }
  syncDirectory(directory)
}

/** Makes the names inside durable. Some file systems cannot, and say so. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error
  } finally {
    closeSync(handle)
  }
}

/** Step by step: the recursive form of mkdir never returns where nothing can be made (below /proc, for one). */
export function makeDirectories(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    if (codeOf(error) !== 'ENOENT' || dirname(directory) === directory) throw error
    makeDirectories(dirname(directory))
    mkdirSync(directory, { mode: 0o700 })
  }
  syncDirectory(dirname(directory))
}
