import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './write.ts'

/** Hides a directory from git, including this file. */
export const selfIgnoringFiles = { '.gitignore': '*\n' } as const

/** Keeps an existing .gitignore and does not write through a link of that name. */
export function hideFromGit(directory: string): void {
  for (const [name, text] of Object.entries(selfIgnoringFiles)) {
    const file = join(directory, name)
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) replaceFile(file, text)
  }
}
