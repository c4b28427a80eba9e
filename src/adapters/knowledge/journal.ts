import { linkSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Refusal } from '../../core/values/index.ts'
import { makeDirectories, readSmall, syncDirectory, temporaryName, writeNew } from '../disk/index.ts'

/** One file of a build that has been decided. */
export interface Decided {
  readonly path: string
  /** Digest of what lay there; null for nothing. */
  readonly before: string | null
  readonly after: string
}

const largest = 256 * 1024 * 1024

/** Null when there is none. */
export function readJournal(file: string): readonly Decided[] | null {
  const text = readSmall(file, largest)
  if (text === null) return null
  try {
    const { changes } = JSON.parse(text) as { changes: unknown }
    if (Array.isArray(changes) && changes.every(isDecided)) return changes
  } catch {
    // Said below.
  }
  throw new Refusal('not-readable', `${file} is no journal of a build.`, 'Delete it, and build again.')
}

function isDecided(value: unknown): value is Decided {
  const { path, before, after } = (value ?? {}) as Record<string, unknown>
  return (
    typeof path === 'string' && typeof after === 'string' && (before === null || typeof before === 'string')
  )
}

/** From here on the build is decided: all of it is in the journal, which is there whole or not at all. */
export function writeJournal(file: string, changes: readonly Decided[]): void {
  makeDirectories(dirname(file))
  const aside = join(dirname(file), temporaryName(basename(file)))
  writeNew(aside, JSON.stringify({ changes }))
  try {
    // Unlike a rename, it never takes the place of another one.
    linkSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
  syncDirectory(dirname(file))
}

export function removeJournal(file: string): void {
  rmSync(file, { force: true })
  syncDirectory(dirname(file))
}
