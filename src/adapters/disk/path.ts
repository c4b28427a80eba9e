import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'

/**
 * For names that have no `.` or `..` among them. Not `join`: that looks at each letter to make a path shorter, and a hook has no time for it.
 */
export function joinBelow(directory: string, ...names: readonly string[]): string {
  let path = directory
  for (const name of names) path += sep + name
  return path
}

/** With every link followed; null for what is not there, or not to be seen. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

/** With every link followed, of what is not there as far as it is. */
export function resolveExistingPart(path: string): string {
  const above = dirname(path)
  return realPath(path) ?? (above === path ? path : join(resolveExistingPart(above), basename(path)))
}

/** The steps from a directory down to a path, or null outside of it. By segments, so `root-evil` is not in `root`; as the two are written. */
export function getSegmentsBelow(directory: string, path: string): string[] | null {
  const plain = plainlyBelow(directory, path)
  if (plain !== null) return plain
  const below = relative(directory, path)
  if (below === '') return []
  const segments = below.split(sep)
  return isAbsolute(below) || segments[0] === '..' ? null : segments
}

/** Null where the two have to be looked at closely, which takes long. */
function plainlyBelow(directory: string, path: string): string[] | null {
  if (!path.startsWith(directory)) return null
  if (path.length === directory.length) return []
  if (path[directory.length] !== sep) return null
  const segments = path.slice(directory.length + 1).split(sep)
  return areAllNames(segments) ? segments : null
}

/** Whether every step of a path leads on, down to what it names. */
export function areAllNames(segments: readonly string[]): boolean {
  return !segments.some((one) => one === '' || one === '.' || one === '..')
}

/** The directory itself counts. */
export function isBelow(directory: string, path: string): boolean {
  return getSegmentsBelow(directory, path) !== null
}

/** A name that the system refuses (too long, a NUL in it, a closed parent) is no directory either. */
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
