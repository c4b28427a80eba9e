import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from './directory.ts'

/** Only has to differ from others: it is always created exclusively, so one that was guessed stops us and is not used. */
export function makeTemporaryName(name: string): string {
  const part = () =>
    Math.floor(Math.random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0')
  return `.tmp-${name}-${part()}${part()}`
}

/** Creates the file, or fails when something is there: nothing is followed, nothing is overwritten. */
export function writeNewFile(path: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const file = openSync(path, 'wx', 0o600)
  try {
    // A disk that fills up takes a part and reports no error until the next write.
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } catch (error) {
    discard(path)
    throw error
  } finally {
    closeSync(file)
  }
}

/** The file is there whole and durable under its name, or the system's error is thrown and all is as it was. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const directory = dirname(path)
  const aside = join(directory, makeTemporaryName(basename(path)))
  writeNewFile(aside, content)
  try {
    renameSync(aside, path)
  } catch (error) {
    discard(aside)
    throw error
  }
  syncDirectory(directory)
}

/** Never throws: it runs while a better error is on its way out. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // It stays as a leftover, which others sweep.
  }
}
