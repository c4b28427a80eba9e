import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { getErrorCode } from '../../disk/index.ts'
import { joinRawPath, type RawPath, toPathBytes, type WalkEntry } from './raw-path.ts'

/** Lists the files that git tracks or would track below a directory, relative to it; null without a repository. */
export type ListTracked = (directory: RawPath) => readonly RawPath[] | null

const notSearched: ReadonlySet<string> = new Set(['.git', 'node_modules'])
const missingCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** Yields everything below a directory, sorted by name. */
export function* walkDirectory(directory: RawPath, tracked: ListTracked): Generator<WalkEntry> {
  const listed = tracked(directory)
  // If the user names a directory that git ignores, it is searched.
  if (listed === null || listed.length === 0) yield* walkNames(directory, tracked)
  else yield* walkTracked(directory, listed, tracked)
}

function* walkTracked(top: RawPath, names: readonly RawPath[], tracked: ListTracked): Generator<WalkEntry> {
  const isReached = makeReachableCheck(top)
  let last = ''
  for (const name of [...names].sort()) {
    const path = joinRawPath(top, name.replace(/\/$/, ''))
    // Git lists a conflict three times under the same name.
    if (path === last) continue
    last = path
    if (isReached(path)) yield* visit(path, tracked)
    else yield { kind: 'skipped', path, reason: 'link' }
  }
}

/** Whether no directory of the path is a link: the index may list a path that now leads over one. */
function makeReachableCheck(top: RawPath): (path: RawPath) => boolean {
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

/** Null if the path does not exist. */
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
    yield makeUnreadable(directory, error)
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
    if (!missingCodes.has(getErrorCode(error) ?? '')) yield makeUnreadable(path, error)
  }
}

/** A nested repository lists its own files, and may be empty. */
function* walkInto(directory: RawPath, tracked: ListTracked): Generator<WalkEntry> {
  const isRepository =
    lstatSync(toPathBytes(joinRawPath(directory, '.git')), { throwIfNoEntry: false }) !== undefined
  const listed = isRepository ? tracked(directory) : null
  if (listed === null) yield* walkNames(directory, tracked)
  else yield* walkTracked(directory, listed, tracked)
}

function makeUnreadable(path: RawPath, error: unknown): WalkEntry {
  const reason = getErrorCode(error)
  if (reason === undefined) throw error
  return { kind: 'unreadable', path, reason }
}
