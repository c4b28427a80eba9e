import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './write.ts'

/** Hides a directory from git, and itself. */
export const selfIgnoringFiles = { '.gitignore': '*\n' } as const

/** What a person wrote there stays, and a link of that name is not written through. */
export function hideFromGit(directory: string): void {
  for (const [name, text] of Object.entries(selfIgnoringFiles)) {
    const file = join(directory, name)
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) replaceFile(file, text)
  }
}
