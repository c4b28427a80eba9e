import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The file appears whole, and what is there already stays. */
export function writeOnce(file: string, text: string): void {
  const aside = `${file}.${process.pid}-${Math.random().toString(16).slice(2)}.tmp`
  try {
    writeNew(aside, text)
    // Unlike a rename, a link never replaces.
    ignoring(['EEXIST'], () => linkSync(aside, file))
  } finally {
    rmSync(aside, { force: true })
  }
  syncDirectory(dirname(file))
}

function writeNew(path: string, text: string): void {
  const handle = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
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
    ignoring(['EEXIST'], () => mkdirSync(directory, { mode: 0o700 }))
  }
}

function syncDirectory(directory: string): void {
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
