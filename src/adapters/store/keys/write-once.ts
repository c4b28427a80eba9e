import { linkSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { getErrorCode, makeTemporaryName, syncDirectory, writeNewFile } from '../../disk/index.ts'

/** Creates the file as a whole; keeps a file that exists. */
export function writeOnce(file: string, text: string): void {
  const aside = join(dirname(file), makeTemporaryName(basename(file)))
  writeNewFile(aside, text)
  try {
    // Unlike a rename, a link never replaces a file.
    linkSync(aside, file)
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
  syncDirectory(dirname(file))
}
