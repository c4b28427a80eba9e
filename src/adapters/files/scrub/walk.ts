import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { getErrorCode } from '../../disk/index.ts'
import { joinRawPath, type RawPath, toPathBytes, type WalkEntry } from './listed-path.ts'

/** What git tracks or would track below a directory, relative to it; null where git is not to be asked. */
export type ListTracked = (directory: RawPath) => readonly RawPath[] | null

const notSearched: ReadonlySet<string> = new Set(['.git', 'node_modules'])
const gone: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** Everything below a directory, in the order of its names. */
export function* walkDirectory(directory: RawPath, tracked: ListTracked): Generator<WalkEntry> {
  const listed = tracked(directory)
  // Somebody who names a directory that git ignores means it.
  if (listed === null || listed.length === 0) yield* walkNames(directory, tracked)
  else yield* walkTracked(directory, listed, tracked)
}

function* walkTracked(top: RawPath, names: readonly RawPath[], tracked: ListTracked): Generator<WalkEntry> {
  const isReached = reachableBelow(top)
  let last = ''
  for (const name of [...names].sort()) {
    const path = joinRawPath(top, name.replace(/\/$/, ''))
    // A conflict has the same name three times.
    if (path === last) continue
    last = path
    if (isReached(path)) yield* visit(path, tracked)
    else yield { kind: 'skipped', path, reason: 'link' }
  }
}

/** Whether no directory on the way is a link: a path of the index may lead over one by now. */
function reachableBelow(top: RawPath): (path: RawPath) => boolean {
  const real = realPath(top)
  const known = new Map<RawPath, boolean>()
  return (path) => {
    const directory = path.slice(0, path.lastIndexOf('/'))
    if (directory.length <= top.length) return true
    const before = known.get(directory)
    if (before !== undefined) return before
    const below = directory.slice(top.length).replace(/^\//, '')
    const there = realPath(directory)
    const reached = there === null || there === joinRawPath(real ?? top, below)
    known.set(directory, reached)
    return reached
  }
}

/** Null for what is not there. */
function realPath(path: RawPath): RawPath | null {
  try {
    return realpathSync.native(toPathBytes(path), 'latin1')
  } catch {
    return null
  }
}

function* walkNames(directory: RawPath, tracked: ListTracked): Generator<WalkEntry> {
  let entries: Dirent<string>[]
  try {
    entries = readdirSync(toPathBytes(directory), { encoding: 'latin1', withFileTypes: true })
  } catch (error) {
    yield failed(directory, error)
    return
  }
  const names = entries.filter((entry) => !entry.isDirectory() || !notSearched.has(entry.name))
  for (const name of names.map((entry) => entry.name).sort())
    yield* visit(joinRawPath(directory, name), tracked)
}

function* visit(path: RawPath, tracked: ListTracked): Generator<WalkEntry> {
  try {
    const stat = lstatSync(toPathBytes(path))
    if (stat.isFile()) yield { kind: 'file', path, bytes: stat.size }
    else if (stat.isSymbolicLink()) yield { kind: 'skipped', path, reason: 'link' }
    else if (!stat.isDirectory()) yield { kind: 'skipped', path, reason: 'special' }
    else yield* walkInto(path, tracked)
  } catch (error) {
    if (!gone.has(getErrorCode(error) ?? '')) yield failed(path, error)
  }
}

/** A repository inside of another is asked by itself, and may be empty. */
function* walkInto(directory: RawPath, tracked: ListTracked): Generator<WalkEntry> {
  const isRepository =
    lstatSync(toPathBytes(joinRawPath(directory, '.git')), { throwIfNoEntry: false }) !== undefined
  const listed = isRepository ? tracked(directory) : null
  if (listed === null) yield* walkNames(directory, tracked)
  else yield* walkTracked(directory, listed, tracked)
}

function failed(path: RawPath, error: unknown): WalkEntry {
  const reason = getErrorCode(error)
  if (reason === undefined) throw error
  return { kind: 'unreadable', path, reason }
}
