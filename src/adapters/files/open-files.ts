// Reads the `file:` scheme: only text below a root, even if the files on disk are hostile.
import { type BigIntStats, realpathSync } from 'node:fs'
import { type FoundSource, formatIsoTime, type Observation } from '../../core/values/index.ts'
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
  /** Additional directories, read as `@name/…`. */
  readonly roots?: Readonly<Record<string, string>>
  /** Patterns that are never read, matched against each segment and against the whole path. */
  readonly exclude: readonly string[]
  readonly hash: Hash
}

const maxFileBytes = 256 * 1024 * 1024
const maxTimeMs = 8.64e15
const year10000Ms = 253_402_300_800_000

const nothingAllowed: Allowance = { external: false, sensitive: false, trusted: false }

export function openFiles(options: FilesOptions): SourceReader {
  const excludes = compileExcludes(options.exclude)
  const scan = createScanner(options.hash)
  const unlistedCounts = new Map<string, number>()
  let project: string | undefined
  const getBounds = (allow: Allowance): Bounds => {
    project ??= withFallback(() => realpathSync.native(options.root), options.root)
    const isTrusted = (isAllowed: boolean) => isAllowed && allow.trusted
    return {
      excludes,
      project,
      allow: { external: isTrusted(allow.external), sensitive: isTrusted(allow.sensitive) },
    }
  }
  // Start from the real root: a path that climbs out of it must not depend on links in the path of the project.
  const getRoots = ({ project: root, allow }: Bounds): Roots =>
    allow.external ? { ...options, root } : options
  const readWith = (scan: Scanner, maxBytes: number, path: string, allow: Allowance): Observation => {
    const bounds = getBounds(allow)
    const place = locateFile(path, getRoots(bounds), bounds.allow.external)
    if (isFileTrouble(place)) return toObservation(path, path, addTrustHint(place, allow))
    const { trusted } = allow
    const content = catchErrors(place, () =>
      openInside(place, bounds, (fd, stat) => readContent({ place, fd, stat, scan, maxBytes, trusted })),
    )
    return isFileTrouble(content)
      ? toObservation(path, place.path, addTrustHint(content, allow))
      : { uri: makeUri(path), ...content }
  }
  return {
    list(pattern, allow = nothingAllowed) {
      const bounds = getBounds(allow)
      const { paths, unlisted } = listFiles(pattern, getRoots(bounds), bounds)
      unlistedCounts.set(pattern, unlisted)
      return paths
    },
    countUnlisted: (pattern) => unlistedCounts.get(pattern) ?? 0,
    matches: matchesPattern,
    read: (path, allow = nothingAllowed) => readWith(scan, maxFileBytes, path, allow),
    readWhole: (path, maxBytes, allow = nothingAllowed) =>
      readWith(createWholeScanner(options.hash), maxBytes, path, allow),
  }
}

/** Adds a hint if a trusted manifest would allow the file. */
function addTrustHint(trouble: FileTrouble, { external, sensitive, trusted }: Allowance): FileTrouble {
  const allowed =
    (external && trouble.reason === 'outside-root') || (sensitive && trouble.reason === 'excluded')
  if (!allowed || trusted) return trouble
  const hint = 'The manifest allows it, but is not trusted: look at it with "foreword trust".'
  return { ...trouble, detail: `${trouble.detail} ${hint}` }
}

interface ReadInput {
  readonly place: FilePlace
  readonly fd: number
  readonly stat: BigIntStats
  readonly scan: Scanner
  readonly maxBytes: number
  readonly trusted: boolean
}

function readContent({
  place: { path },
  fd,
  stat,
  scan,
  maxBytes,
  trusted,
}: ReadInput): Omit<FoundSource, 'uri'> | FileTrouble {
  if (stat.size > maxBytes) {
    const detail = `${quotePath(path)} has ${stat.size} bytes; the most that is read is ${maxBytes}.`
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
  const found = {
    state: 'found',
    path,
    ...excerpt,
    digest,
    bytes,
    modifiedAt: toIsoTime(stat.mtimeMs),
  } as const
  // A path does not show whether its other name is outside of the root.
  return stat.nlink > 1n && !trusted ? { ...found, hardLinked: true } : found
}

/** Clamps times that no JavaScript date can hold. */
function toIsoTime(milliseconds: bigint): string {
  const time = Math.max(-maxTimeMs, Math.min(maxTimeMs, Number(milliseconds)))
  return time >= 0 && time < year10000Ms ? formatIsoTime(time) : new Date(time).toISOString()
}

function catchErrors<T>(place: FilePlace, act: () => T): T | FileTrouble {
  try {
    return act()
  } catch (error) {
    return makeUnreadable(place.path, getErrno(error))
  }
}

function toObservation(requested: string, shown: string, { reason, detail }: FileTrouble): Observation {
  const uri = makeUri(requested)
  if (reason === 'absent') return { state: 'absent', uri, detail }
  // The URI repeats the request. The path may be shown to others, and an absolute path reveals the user's name.
  const path = isAbsoluteAnywhere(shown) ? '(absolute path)' : shown
  return { state: 'unavailable', uri, path, reason, detail }
}

function makeUri(path: string): string {
  return `file:${path}`
}
