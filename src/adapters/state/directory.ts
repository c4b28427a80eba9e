import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreFailure } from '../../core/values/index.ts'

/** Makes the directory private and invisible to git. Throws the system's error, or `store-misplaced` for a link. */
export function makeStateDirectory(directory: string): void {
  for (const made of makeDirectories(directory)) refuseLink(made)
  const own = basename(dirname(directory)) === '.foreword'
  // Somebody may have put a link there since the place was chosen.
  if (own) refuseLink(dirname(directory))
  refuseLink(directory)
  if (own || readdirSync(directory).every(isOurs)) hideFromGit(directory)
}

/** A directory that a person named can hold other things, which must stay visible. */
function isOurs(name: string): boolean {
  return name === 'spool' || name.startsWith('store.db')
}

/** Step by step: the recursive form of mkdir never returns where nothing can be made (below /proc, for one). */
export function makeDirectories(directory: string): string[] {
  if (makeOne(directory)) return [directory]
  if (lstatSync(directory, { throwIfNoEntry: false }) !== undefined) return []
  const above = dirname(directory) === directory ? [] : makeDirectories(dirname(directory))
  ignoring(['EEXIST'], () => mkdirSync(directory, { mode: 0o700 }))
  syncDirectory(dirname(directory))
  return [...above, directory]
}

/** False when it is there already, or has nothing to be in. */
function makeOne(directory: string): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    if (['EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) return false
    throw error
  }
  syncDirectory(dirname(directory))
  return true
}

function refuseLink(path: string): void {
  if (lstatSync(path).isDirectory()) return
  throw new StoreFailure('store-misplaced', `${path} is a link or a file, and no directory`)
}

/** Exclusively: a link that was checked out under this name is not followed, and what a person wrote stays. */
function hideFromGit(directory: string): void {
  ignoring(['EEXIST'], () => writeFileSync(join(directory, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 }))
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

function ignoring(codes: readonly string[], act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!codes.includes(codeOf(error) ?? '')) throw error
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
