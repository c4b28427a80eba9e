// Reads the `file:` scheme: text below a root and nothing else, whatever a stranger put on that disk.
import type { BigIntStats } from 'node:fs'
import type { Found, Observation } from '../../core/values/index.ts'
import type { Hash, SourceReader } from '../../ports/index.ts'
import { excerptOf } from './excerpt.ts'
import { compileExcludes } from './exclude.ts'
import { listFiles, matchesPattern } from './list.ts'
import { openInside } from './open.ts'
import { isAbsoluteAnywhere, locate, type Place } from './place.ts'
import { createScanner, type Scanner } from './scan.ts'
import { errnoOf, isTrouble, quoted, type Trouble, unreadable } from './trouble.ts'

export interface FilesOptions {
  readonly root: string
  /** Further directories, read as `@name/…`. */
  readonly roots?: Readonly<Record<string, string>>
  /** Patterns of what is never read, matched against every segment and against the whole path. */
  readonly exclude: readonly string[]
  readonly hash: Hash
}

const LARGEST = 256 * 1024 * 1024
const LATEST = 8.64e15

export function openFiles(options: FilesOptions): SourceReader {
  const excludes = compileExcludes(options.exclude)
  const scan = createScanner(options.hash)
  return {
    list: (pattern) => listFiles(pattern, options),
    matches: matchesPattern,
    read(given) {
      const place = locate(given, options)
      if (isTrouble(place)) return troubled(given, given, place)
      const seen = guarded(place, () =>
        openInside(place, excludes, (fd, stat) => contents({ place, fd, stat, scan })),
      )
      return isTrouble(seen) ? troubled(given, place.path, seen) : { uri: uriOf(given), ...seen }
    },
  }
}

interface Opened {
  readonly place: Place
  readonly fd: number
  readonly stat: BigIntStats
  readonly scan: Scanner
}

function contents({ place: { path }, fd, stat, scan }: Opened): Omit<Found, 'uri'> | Trouble {
  if (stat.size > LARGEST) {
    const detail = `${quoted(path)} has ${stat.size} bytes; the most that is read is ${LARGEST}.`
    return { reason: 'too-large', detail }
  }
  const scanned = scan(fd, Number(stat.size))
  if ('nulAt' in scanned) {
    const detail = `${quoted(path)} is binary (a NUL byte at ${scanned.nulAt}); name a text file.`
    return { reason: 'binary', detail }
  }
  const excerpt = excerptOf(scanned, path)
  if (isTrouble(excerpt)) return excerpt
  const { digest, bytes } = scanned
  return { state: 'found', path, ...excerpt, digest, bytes, modifiedAt: isoOf(stat.mtimeMs) }
}

/** A file system may hold times no date can. */
function isoOf(milliseconds: bigint): string {
  return new Date(Math.max(-LATEST, Math.min(LATEST, Number(milliseconds)))).toISOString()
}

function guarded<T>(place: Place, look: () => T): T | Trouble {
  try {
    return look()
  } catch (error) {
    return unreadable(place.path, errnoOf(error))
  }
}

function troubled(given: string, shown: string, { reason, detail }: Trouble): Observation {
  const uri = uriOf(given)
  if (reason === 'absent') return { state: 'absent', uri, detail }
  // The request is echoed as it was made; a path is what gets shown, and an absolute one tells who sits here.
  const path = isAbsoluteAnywhere(shown) ? '(absolute path)' : shown
  return { state: 'unavailable', uri, path, reason, detail }
}

function uriOf(given: string): string {
  return `file:${given}`
}
