// Reads the template files of presets and writes them into a project. Never overwrites a file and never writes outside of the
// project.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { Refusal } from '../../core/values/index.ts'
import type { Templates } from '../../ports/index.ts'
import { isBelow } from '../disk/index.ts'

export function openTemplates(presets: string): Templates {
  return {
    list(preset) {
      const root = join(presets, preset, 'templates')
      if (!existsSync(root)) return []
      return readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => ({
          path: relative(root, file).split(sep).join('/'),
          text: readFileSync(file, 'utf8'),
        }))
        .sort((a, b) => (a.path < b.path ? -1 : 1))
    },
    isFree,
    writeNew(root, path, text) {
      if (!isFree(root, path)) return 'kept'
      const file = join(root, path)
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text, { flag: 'wx' })
        return 'written'
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return 'kept'
        throw makeWriteRefusal(path, error)
      }
    },
  }
}

function isFree(root: string, path: string): boolean {
  const file = join(root, path)
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return false
    if (!path.split('/').includes('..') && staysInside(root, dirname(file))) return true
  } catch (error) {
    throw makeWriteRefusal(path, error)
  }
  throw new Refusal(
    'not-writable',
    `${path} would be written outside of the project.`,
    'Check whether the file or a directory above it is a link.',
  )
}

function makeWriteRefusal(path: string, error: unknown): Refusal {
  const { code } = error as NodeJS.ErrnoException
  return new Refusal(
    'not-writable',
    `Cannot write ${path} (${code}).`,
    'Check the permissions and the free space.',
  )
}

/** The nearest existing directory, with links resolved, must be in the project. */
function staysInside(root: string, directory: string): boolean {
  const home = realpathSync(root)
  let existing = directory
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) existing = dirname(existing)
  try {
    return isBelow(home, realpathSync(existing))
  } catch {
    return false
  }
}
