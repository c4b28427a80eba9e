import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryName, syncDirectory, writeNewFile } from '../disk/index.ts'
import { discardQuietly, sweepLeftovers } from './leftovers.ts'

/** Writes all content to disk before the first name changes, so that a full disk changes nothing. */
export function replaceFiles(directory: string, files: Readonly<Record<string, string>>): void {
  sweepLeftovers(directory, Object.keys(files))
  const staged = Object.entries(files).map(([name, content]) => ({
    content,
    path: join(directory, name),
    temporary: join(directory, makeTemporaryName(name)),
  }))
  try {
    for (const { temporary, content } of staged) writeNewFile(temporary, content)
    for (const { temporary, path } of staged) renameSync(temporary, path)
  } catch (error) {
    for (const { temporary } of staged) discardQuietly(temporary)
    throw error
  }
  syncDirectory(directory)
}
