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

// Windows has neither flag; there a FIFO cannot lie in a folder.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
const NOT_OPENABLE: ReadonlySet<string> = new Set(['ENXIO', 'ENODEV', 'EOPNOTSUPP', 'EISDIR'])
const ATTEMPTS = 3

export interface Bounds {
  readonly excludes: Excludes
  /** What counts, of what a manifest allows. */
  readonly allow: { readonly external: boolean; readonly sensitive: boolean }
  /** Real path of the project. */
  readonly project: string
}

/**
 * The only door to file contents. Opens first and verifies what was opened, because a path that was checked
 * can be another file by the time it is opened.
 */
export function openInside<T>(
  place: FilePlace,
  bounds: Bounds,
  use: (fd: number, stat: BigIntStats) => T,
): T | FileTrouble {
  // An editor that saves by renaming looks like an attack once, not three times.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const real = resolve(place, bounds)
    if (typeof real !== 'string') return real
    const fd = open(real)
    if (fd === 'not-a-file') return notAFile(place)
    if (fd === 'exchanged') continue
    try {
      const stat = fstatSync(fd, { bigint: true })
      if (!stat.isFile()) return notAFile(place)
      const where = whereabouts(fd)
      if (where === null ? stillThere(place, real, stat) : where === real) return use(fd, stat)
    } finally {
      closeSync(fd)
    }
  }
  return {
    reason: 'outside-root',
    detail: `${quotePath(place.path)} was exchanged while it was being opened.`,
  }
}

function resolve(place: FilePlace, { excludes, allow, project }: Bounds): string | FileTrouble {
  const given = allow.sensitive ? null : excludes(place.segments, place.named)
  if (given !== null) {
    return {
      reason: 'excluded',
      detail: `${quotePath(place.path)} is excluded by the pattern ${quotePath(given)}.`,
    }
  }
  let realRoot: string | null = null
  try {
    realRoot = realpathSync.native(place.root)
    const named = joinSegments(realRoot, place.segments)
    const real = realpathSync.native(named)
    const segments = getSegmentsBelow(realRoot, real)
    if (segments === null && !allow.external) return leadsOut(place.path)
    // The name that the source itself gives is allowed; one that a link leads to is not.
    if (allow.sensitive && real === named) return real
    const way = segments === null || allow.external ? getCheckedSegments(real, project) : segments
    const hit = excludes(way, place.named)
    if (hit === null) return real
    const detail = `${quotePath(place.path)} is a link to what the pattern ${quotePath(hit)} excludes.`
    return { reason: 'excluded', detail }
  } catch (error) {
    const errno = getErrno(error)
    if (!isMissing(errno)) return makeUnreadable(place.path, errno)
    if (realRoot !== null) return missing(place, realRoot, allow.external)
    return { reason: 'absent', detail: `The root of ${quotePath(place.path)} does not exist.` }
  }
}

/** Outside of the project every name from the top on counts. */
export function getCheckedSegments(real: string, project: string): readonly string[] {
  return getSegmentsBelow(project, real) ?? getSegmentsBelow(parse(real).root, real) ?? []
}

/** A missing file behind a link that leads out must not be told from one that exists there. */
function missing(place: FilePlace, realRoot: string, external: boolean): FileTrouble {
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
    if (getSegmentsBelow(realRoot, real) === null && !external) return leadsOut(path)
    break
  }
  return { reason: 'absent', detail: `${quotePath(place.path)} does not exist.` }
}

/** A real path holds no link and exists: where the system says otherwise, it changed in between. */
function open(real: string): number | 'not-a-file' | 'exchanged' {
  try {
    return openSync(real, FLAGS)
  } catch (error) {
    const errno = getErrno(error)
    if (NOT_OPENABLE.has(errno)) return 'not-a-file'
    if (errno === 'ELOOP' || isMissing(errno)) return 'exchanged'
    throw error
  }
}

/** Is the open file the one the path means? Where nobody else says so; folders can be swapped to and fro between its lookups. */
function stillThere(place: FilePlace, real: string, stat: BigIntStats): boolean {
  return withFallback(() => {
    const again = realpathSync.native(joinSegments(realpathSync.native(place.root), place.segments))
    const there = lstatSync(again, { bigint: true })
    return again === real && there.dev === stat.dev && there.ino === stat.ino
  }, false)
}

/** Where Linux says the open file lies, which no swapping can feign; null on other systems. */
function whereabouts(fd: number): string | null {
  return withFallback(() => readlinkSync(`/proc/self/fd/${fd}`), null)
}

function leadsOut(path: string): FileTrouble {
  return {
    reason: 'outside-root',
    detail: `${quotePath(path)} is a link that leads out of its root; it was not followed.`,
  }
}

function notAFile(place: FilePlace): FileTrouble {
  const detail = `${quotePath(place.path)} is a directory, a pipe, a socket or a device; name a regular file.`
  return { reason: 'not-a-file', detail }
}
