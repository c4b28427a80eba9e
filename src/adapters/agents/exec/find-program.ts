import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { isExecutable } from '../../disk/index.ts'

export function findProgram(program: string, path: string | undefined): string | null {
  if (program === '') return null
  if (program.includes('/')) return isExecutable(resolve(program)) ? resolve(program) : null
  const directories = (path ?? '')
    .split(delimiter)
    // An empty or relative entry means the current directory, which may be an untrusted repository.
    .filter(isAbsolute)
  return directories.map((directory) => join(directory, program)).find(isExecutable) ?? null
}
