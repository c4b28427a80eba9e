import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import { parse } from 'node:path'
import { getSegmentsBelow } from '../disk/index.ts'
import type { Excludes } from './exclude.ts'
import { type FilePlace, joinSegments } from './place.ts'
import { type FileTrouble, getErrno, isMissing, makeUnreadable, quotePath, withFallback } from './trouble.ts'

// Windows has neither flag; a Windows folder cannot contain a FIFO.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
const notOpenableCodes: ReadonlySet<string> = new Set(['ENXIO', 'ENODEV', 'EOPNOTSUPP', 'EISDIR'])
const maxAttempts = 3

export interface Bounds {
  readonly excludes: Excludes
  /** The permissions of the manifest that are in effect. */
  readonly allow: { readonly external: boolean; readonly sensitive: boolean }
  /** Real path of the project. */
  readonly project: string
}

/**
 * Opens a file and then verifies the open file, because a checked path can lead to another file by the time it is opened. All
 * reads of file contents go through this function.
 */
export function openInside<T>(
  place: FilePlace,
  bounds: Bounds,
  use: (fd: number, stat: BigIntStats) => T,
): T | FileTrouble {
  // An editor that saves by renaming triggers this check once, not three times.
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const real = resolvePlace(place, bounds)
    if (typeof real !== 'string') return real
    const fd = openReal(real)
    if (fd === 'not-a-file') return makeNotAFile(place)
    if (fd === 'exchanged') continue
    try {
      const stat = fstatSync(fd, { bigint: true })
      if (!stat.isFile()) return makeNotAFile(place)
      const where = readOpenPath(fd)
      if (where === null ? isSameFile(place, real, stat) : where === real) return use(fd, stat)
    } finally {
      closeSync(fd)
    }
  }
  return {
    reason: 'outside-root',
    detail: `${quotePath(place.path)} was exchanged while it was being opened.`,
  }
}

function resolvePlace(place: FilePlace, { excludes, allow, project }: Bounds): string | FileTrouble {
  const pattern = allow.sensitive ? null : excludes(place.segments, place.named)
  if (pattern !== null) {
    return {
      reason: 'excluded',
      detail: `${quotePath(place.path)} is excluded by the pattern ${quotePath(pattern)}.`,
    }
  }
  let realRoot: string | null = null
  try {
    realRoot = realpathSync.native(place.root)
    const named = joinSegments(realRoot, place.segments)
    const real = realpathSync.native(named)
    const segments = getSegmentsBelow(realRoot, real)
    if (segments === null && !allow.external) return makeLeadsOut(place.path)
    // The name in the source itself is allowed; a name that a link leads to is not.
    if (allow.sensitive && real === named) return real
    const way = segments === null || allow.external ? getCheckedSegments(real, project) : segments
    const hit = excludes(way, place.named)
    if (hit === null) return real
    const detail = `${quotePath(place.path)} is a link to what the pattern ${quotePath(hit)} excludes.`
    return { reason: 'excluded', detail }
  } catch (error) {
    const errno = getErrno(error)
    if (!isMissing(errno)) return makeUnreadable(place.path, errno)
    if (realRoot !== null) return explainMissing(place, realRoot, allow.external)
    return { reason: 'absent', detail: `The root of ${quotePath(place.path)} does not exist.` }
  }
}

/** Outside of the project, every name from the top of the file system counts. */
export function getCheckedSegments(real: string, project: string): readonly string[] {
  return getSegmentsBelow(project, real) ?? getSegmentsBelow(parse(real).root, real) ?? []
}

/** A missing file behind a link out of the root must look like an existing one. */
function explainMissing(place: FilePlace, realRoot: string, external: boolean): FileTrouble {
  for (let length = place.segments.length; length > 0; length--) {
    const segments = place.segments.slice(0, length)
    const prefix = joinSegments(realRoot, segments)
    if (withFallback(() => lstatSync(prefix), null) === null) continue
    const path = [place.named, ...segments].filter((part) => part !== '').join('/')
    const real = withFallback(() => realpathSync.native(prefix), null)
    if (real === null) {
      return {
        reason: 'unreadable',
        detail: `${quotePath(path)} is a link to something that does not exist (ENOENT).`,
      }
    }
    if (getSegmentsBelow(realRoot, real) === null && !external) return makeLeadsOut(path)
    break
  }
  return { reason: 'absent', detail: `${quotePath(place.path)} does not exist.` }
}

/** A real path exists and contains no link. If opening it says otherwise, it changed in between. */
function openReal(real: string): number | 'not-a-file' | 'exchanged' {
  try {
    return openSync(real, openFlags)
  } catch (error) {
    const errno = getErrno(error)
    if (notOpenableCodes.has(errno)) return 'not-a-file'
    if (errno === 'ELOOP' || isMissing(errno)) return 'exchanged'
    throw error
  }
}

/**
 * Whether the path still leads to the open file. Used on systems without /proc, although folders can be swapped between the
 * calls.
 */
function isSameFile(place: FilePlace, real: string, stat: BigIntStats): boolean {
  return withFallback(() => {
    const again = realpathSync.native(joinSegments(realpathSync.native(place.root), place.segments))
    const there = lstatSync(again, { bigint: true })
    return again === real && there.dev === stat.dev && there.ino === stat.ino
  }, false)
}

/** Returns the path of the open file on Linux, which a swap cannot fake; null on other systems. */
function readOpenPath(fd: number): string | null {
  return withFallback(() => readlinkSync(`/proc/self/fd/${fd}`), null)
}

function makeLeadsOut(path: string): FileTrouble {
  return {
    reason: 'outside-root',
    detail: `${quotePath(path)} is a link that leads out of its root; it was not followed.`,
  }
}

function makeNotAFile(place: FilePlace): FileTrouble {
  const detail = `${quotePath(place.path)} is a directory, a pipe, a socket or a device; name a regular file.`
  return { reason: 'not-a-file', detail }
}
