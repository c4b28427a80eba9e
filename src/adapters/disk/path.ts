import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'

/**
 * Joins names that contain no `.` or `..`. Faster than `join`, which scans each character to normalize the path; hooks need the
 * speed.
 */
export function joinBelow(directory: string, ...names: readonly string[]): string {
  let path = directory
  for (const name of names) path += sep + name
  return path
}

/** Resolves every link; null if the path does not exist or is not accessible. */
export function resolveRealPath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

/** Resolves every link in the existing part of a path. */
export function resolveExistingPart(path: string): string {
  const above = dirname(path)
  return resolveRealPath(path) ?? (above === path ? path : join(resolveExistingPart(above), basename(path)))
}

/**
 * Returns the segments from a directory down to a path; null if the path is outside. Compares segments, so `root-evil` is not
 * in `root`. Does not resolve links.
 */
export function getSegmentsBelow(directory: string, path: string): string[] | null {
  const simple = splitSimplePath(directory, path)
  if (simple !== null) return simple
  const below = relative(directory, path)
  if (below === '') return []
  const segments = below.split(sep)
  return isAbsolute(below) || segments[0] === '..' ? null : segments
}

/** Fast path. Null if the paths need normalizing. */
function splitSimplePath(directory: string, path: string): string[] | null {
  if (!path.startsWith(directory)) return null
  if (path.length === directory.length) return []
  if (path[directory.length] !== sep) return null
  const segments = path.slice(directory.length + 1).split(sep)
  return areAllNames(segments) ? segments : null
}

/** Whether every segment is a real name. */
export function areAllNames(segments: readonly string[]): boolean {
  return !segments.some((segment) => segment === '' || segment === '.' || segment === '..')
}

/** True for the directory itself too. */
export function isBelow(directory: string, path: string): boolean {
  return getSegmentsBelow(directory, path) !== null
}

/** False also if the system rejects the name (too long, contains NUL, no access to the parent). */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
