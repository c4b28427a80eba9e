import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { codeOf } from '../disk/index.ts'
import { joined, type Met, onDisk, type RawPath } from './listed.ts'

/** What git tracks or would track below a directory, relative to it; null where git is not to be asked. */
export type Tracked = (directory: RawPath) => readonly RawPath[] | null

const notSearched: ReadonlySet<string> = new Set(['.git', 'node_modules'])
const gone: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** Everything below a directory, in the order of its names. */
export function* walk(directory: RawPath, tracked: Tracked): Generator<Met> {
  const listed = tracked(directory)
  // Somebody who names a directory that git ignores means it.
  if (listed === null || listed.length === 0) yield* walkNames(directory, tracked)
  else yield* walkTracked(directory, listed, tracked)
}

function* walkTracked(top: RawPath, names: readonly RawPath[], tracked: Tracked): Generator<Met> {
  const isReached = reachableBelow(top)
  let last = ''
  for (const name of [...names].sort()) {
    const path = joined(top, name.replace(/\/$/, ''))
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
    const reached = there === null || there === joined(real ?? top, below)
    known.set(directory, reached)
    return reached
  }
}

/** Null for what is not there. */
function realPath(path: RawPath): RawPath | null {
  try {
    return realpathSync.native(onDisk(path), 'latin1')
  } catch {
    return null
  }
}

function* walkNames(directory: RawPath, tracked: Tracked): Generator<Met> {
  let entries: Dirent<string>[]
  try {
    entries = readdirSync(onDisk(directory), { encoding: 'latin1', withFileTypes: true })
  } catch (error) {
    yield failed(directory, error)
    return
  }
  const names = entries.filter((entry) => !entry.isDirectory() || !notSearched.has(entry.name))
  for (const name of names.map((entry) => entry.name).sort()) yield* visit(joined(directory, name), tracked)
}

function* visit(path: RawPath, tracked: Tracked): Generator<Met> {
  try {
    const stat = lstatSync(onDisk(path))
    if (stat.isFile()) yield { kind: 'file', path, bytes: stat.size }
    else if (stat.isSymbolicLink()) yield { kind: 'skipped', path, reason: 'link' }
    else if (!stat.isDirectory()) yield { kind: 'skipped', path, reason: 'special' }
    else yield* walkInto(path, tracked)
  } catch (error) {
    if (!gone.has(codeOf(error) ?? '')) yield failed(path, error)
  }
}

/** A repository inside of another is asked by itself, and may be empty. */
function* walkInto(directory: RawPath, tracked: Tracked): Generator<Met> {
  const isRepository = lstatSync(onDisk(joined(directory, '.git')), { throwIfNoEntry: false }) !== undefined
  const listed = isRepository ? tracked(directory) : null
  if (listed === null) yield* walkNames(directory, tracked)
  else yield* walkTracked(directory, listed, tracked)
}

function failed(path: RawPath, error: unknown): Met {
  const reason = codeOf(error)
  if (reason === undefined) throw error
  return { kind: 'unreadable', path, reason }
}
