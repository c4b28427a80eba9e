import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from './directory.ts'

/** The name need not be secret: the file is always created exclusively, so a guessed name makes the write fail. */
export function makeTemporaryName(name: string): string {
  const part = () =>
    Math.floor(Math.random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0')
  return `.tmp-${name}-${part()}${part()}`
}

/** Creates the file. Fails if the name exists, and follows no link. */
export function writeNewFile(path: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const file = openSync(path, 'wx', 0o600)
  try {
    // A full disk writes a part and reports an error only at the next write.
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } catch (error) {
    discard(path)
    throw error
  } finally {
    closeSync(file)
  }
}

/** Replaces the file as a whole and durably. If a system error is thrown, the old file is unchanged. */
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

/** Never throws, because it runs while another error is being thrown. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The leftover is removed by a later sweep.
  }
}
