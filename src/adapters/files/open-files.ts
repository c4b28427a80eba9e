// Reads the `file:` scheme: text below a root and nothing else, whatever a stranger put on that disk.
import { type BigIntStats, realpathSync } from 'node:fs'
import { type Found, isoTime, type Observation } from '../../core/values/index.ts'
import type { Allowance, Hash, SourceReader } from '../../ports/index.ts'
import { decodeExcerpt } from './excerpt.ts'
import { compileExcludes } from './exclude.ts'
import { listFiles, matchesPattern } from './list-files.ts'
import { type Bounds, openInside } from './open-inside.ts'
import { type FilePlace, isAbsoluteAnywhere, locateFile, type Roots } from './place.ts'
import { createScanner, createWholeScanner, type Scanner } from './scan.ts'
import {
  type FileTrouble,
  getErrno,
  isFileTrouble,
  makeUnreadable,
  quotePath,
  withFallback,
} from './trouble.ts'

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
const YEAR_10000 = 253_402_300_800_000

const NOTHING: Allowance = { external: false, sensitive: false, trusted: false }

export function openFiles(options: FilesOptions): SourceReader {
  const excludes = compileExcludes(options.exclude)
  const scan = createScanner(options.hash)
  const keptBack = new Map<string, number>()
  let project: string | undefined
  const boundsFor = (allow: Allowance): Bounds => {
    project ??= withFallback(() => realpathSync.native(options.root), options.root)
    const counts = (one: boolean) => one && allow.trusted
    return {
      excludes,
      project,
      allow: { external: counts(allow.external), sensitive: counts(allow.sensitive) },
    }
  }
  // From the real root: a path that climbs out of it must not depend on the way that somebody came in by.
  const rootsFor = ({ project: root, allow }: Bounds): Roots =>
    allow.external ? { ...options, root } : options
  const readBy = (scan: Scanner, most: number, given: string, allow: Allowance): Observation => {
    const bounds = boundsFor(allow)
    const place = locateFile(given, rootsFor(bounds), bounds.allow.external)
    if (isFileTrouble(place)) return troubled(given, given, untrusted(place, allow))
    const { trusted } = allow
    const seen = guarded(place, () =>
      openInside(place, bounds, (fd, stat) => contents({ place, fd, stat, scan, most, trusted })),
    )
    return isFileTrouble(seen)
      ? troubled(given, place.path, untrusted(seen, allow))
      : { uri: uriOf(given), ...seen }
  }
  return {
    list(pattern, allow = NOTHING) {
      const bounds = boundsFor(allow)
      const { paths, unlisted } = listFiles(pattern, rootsFor(bounds), bounds)
      keptBack.set(pattern, unlisted)
      return paths
    },
    unlisted: (pattern) => keptBack.get(pattern) ?? 0,
    matches: matchesPattern,
    read: (given, allow = NOTHING) => readBy(scan, LARGEST, given, allow),
    readWhole: (given, maxBytes, allow = NOTHING) =>
      readBy(createWholeScanner(options.hash), maxBytes, given, allow),
  }
}

/** What would be read if somebody had looked at the manifest. */
function untrusted(trouble: FileTrouble, { external, sensitive, trusted }: Allowance): FileTrouble {
  const allowed =
    (external && trouble.reason === 'outside-root') || (sensitive && trouble.reason === 'excluded')
  if (!allowed || trusted) return trouble
  const hint = 'The manifest allows it, but is not trusted: look at it with "foreword trust".'
  return { ...trouble, detail: `${trouble.detail} ${hint}` }
}

interface Opened {
  readonly place: FilePlace
  readonly fd: number
  readonly stat: BigIntStats
  readonly scan: Scanner
  readonly most: number
  readonly trusted: boolean
}

function contents({
  place: { path },
  fd,
  stat,
  scan,
  most,
  trusted,
}: Opened): Omit<Found, 'uri'> | FileTrouble {
  if (stat.size > most) {
    const detail = `${quotePath(path)} has ${stat.size} bytes; the most that is read is ${most}.`
    return { reason: 'too-large', detail }
  }
  const scanned = scan(fd, Number(stat.size))
  if ('nulAt' in scanned) {
    const detail = `${quotePath(path)} is binary (a NUL byte at ${scanned.nulAt}); name a text file.`
    return { reason: 'binary', detail }
  }
  const excerpt = decodeExcerpt(scanned, path)
  if (isFileTrouble(excerpt)) return excerpt
  const { digest, bytes } = scanned
  const found = { state: 'found', path, ...excerpt, digest, bytes, modifiedAt: isoOf(stat.mtimeMs) } as const
  // No path shows whether its other name lies outside of the root.
  return stat.nlink > 1n && !trusted ? { ...found, hardLinked: true } : found
}

/** A file system may hold times no date can. */
function isoOf(milliseconds: bigint): string {
  const time = Math.max(-LATEST, Math.min(LATEST, Number(milliseconds)))
  return time >= 0 && time < YEAR_10000 ? isoTime(time) : new Date(time).toISOString()
}

function guarded<T>(place: FilePlace, look: () => T): T | FileTrouble {
  try {
    return look()
  } catch (error) {
    return makeUnreadable(place.path, getErrno(error))
  }
}

function troubled(given: string, shown: string, { reason, detail }: FileTrouble): Observation {
  const uri = uriOf(given)
  if (reason === 'absent') return { state: 'absent', uri, detail }
  // The request is echoed as it was made; a path is what gets shown, and an absolute one tells who sits here.
  const path = isAbsoluteAnywhere(shown) ? '(absolute path)' : shown
  return { state: 'unavailable', uri, path, reason, detail }
}

function uriOf(given: string): string {
  return `file:${given}`
}
