import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getSegmentsBelow } from '../disk/index.ts'
import { type Bounds, getCheckedSegments } from './open-inside.ts'
import { compileSegment, expandAlternatives } from './pattern.ts'
import { type FilePlace, isAbsoluteAnywhere, joinSegments, locateFile, type Roots } from './place.ts'
import { advanceRoute, compileRoute, isRouteComplete, type Route } from './route.ts'
import { type FileTrouble, isFileTrouble, withFallback } from './trouble.ts'

const maxDepth = 16
const maxEntries = 50_000
const skippedNames: ReadonlySet<string> = new Set(['.git', 'node_modules'])

export interface Listing {
  readonly paths: string[]
  /** Number of file names that were withheld. The contents of a folder with such a name are not searched. */
  readonly unlisted: number
}

/**
 * Lists the files that match, sorted by code unit. Files that cannot be read are listed too, so that reading them reports why.
 * Names on the deny-list are withheld.
 */
export function listFiles(pattern: string, roots: Roots, bounds: Bounds): Listing {
  const { external } = bounds.allow
  const all = isAbsoluteAnywhere(pattern) && !external ? null : expandAlternatives(pattern)
  if (all === null || (all.length === 1 && !hasWildcards(pattern))) return { paths: [pattern], unlisted: 0 }
  const found = new Set<string>()
  const unlisted = new Set<string>()
  const budget = { entries: maxEntries }
  for (const alternative of all) {
    const place = external ? locateStart(alternative, roots) : locateFile(alternative, roots)
    if (!isFileTrouble(place))
      new Walk(place, { found, unlisted, budget, isSecret: makeSecrecyCheck(place, roots, bounds) }).start()
    else if (place.reason !== 'absent') found.add(alternative)
  }
  return { paths: [...found].sort(), unlisted: unlisted.size }
}

/** Finds the start of a walk that may leave the root: the part without wildcards, as the pattern names it. */
function locateStart(pattern: string, roots: Roots): FilePlace | FileTrouble {
  const whole = locateFile(pattern, roots, true)
  if (isFileTrouble(whole) || pattern.startsWith('@')) return whole
  const segments = pattern.split('/')
  const wild = segments.findIndex((segment) => compileSegment(segment).literal === null)
  const cut = wild === -1 ? segments.length - 1 : wild
  const rest = segments.slice(cut)
  if (rest.includes('..')) return locateFile(pattern, roots)
  const named = segments.slice(0, cut).join('/') || (pattern.startsWith('/') ? '/' : '')
  const base = locateFile(named === '' ? '.' : named, roots, true)
  if (isFileTrouble(base)) return base
  return { root: joinSegments(base.root, base.segments), named, segments: rest, path: pattern }
}

/** Checks every name of a path and every name behind its links, as reading the file would. */
function makeSecrecyCheck(
  start: FilePlace,
  roots: Roots,
  { excludes, allow, project }: Bounds,
): WalkInput['isSecret'] {
  const home = allow.external ? project : withFallback(() => realpathSync.native(start.root), start.root)
  return (path, real) => {
    const place = locateFile(path, roots, allow.external)
    if (isFileTrouble(place)) return false
    if (!allow.sensitive && excludes(place.segments, place.named) !== null) return true
    return real !== null && excludes(getCheckedSegments(real, home), place.named) !== null
  }
}

/** Compares names only and does not access the disk. */
export function matchesPattern(pattern: string, path: string): boolean {
  return (expandAlternatives(pattern) ?? []).some((alternative) => {
    const route = compileRoute(alternative.split('/'))
    return isRouteComplete(
      route,
      path.split('/').reduce<readonly number[]>((at, name) => advanceRoute(route, at, name), route.start),
    )
  })
}

function hasWildcards(pattern: string): boolean {
  return pattern.split('/').some((segment) => compileSegment(segment).literal === null)
}

/** The common part of a directory entry and an lstat result. */
interface Kind {
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

interface WalkPosition {
  /** The real path. */
  readonly directory: string
  readonly path: string
  /** Whether the path contains a link to a directory. */
  readonly linked: boolean
  readonly positions: readonly number[]
  readonly depth: number
}

interface WalkInput {
  readonly found: Set<string>
  readonly unlisted: Set<string>
  readonly budget: { entries: number }
  /** `real`: the real path, if it differs from `path`. */
  readonly isSecret: (path: string, real: string | null) => boolean
}

class Walk {
  private readonly place: FilePlace
  private readonly input: WalkInput
  private readonly route: Route
  private readonly realRoot: string | null

  constructor(place: FilePlace, input: WalkInput) {
    this.place = place
    this.input = input
    this.route = compileRoute(place.segments)
    this.realRoot = withFallback(() => realpathSync.native(place.root), null)
  }

  start(): void {
    if (this.realRoot === null) return
    const { named, root } = this.place
    const linked = this.realRoot !== root && named !== '' && !named.startsWith('@')
    const positions = this.route.start
    this.search({ directory: this.realRoot, path: named, linked, positions, depth: 0 })
  }

  private search(position: WalkPosition): void {
    const [only, ...more] = position.positions
    const literal = more.length === 0 ? (this.route.segments[only ?? 0]?.literal ?? null) : null
    if (literal !== null) {
      const kind = withFallback(
        () => lstatSync(join(position.directory, literal), { throwIfNoEntry: false }),
        undefined,
      )
      if (kind !== undefined) this.visit(position, literal, kind, true)
      return
    }
    const entries = withFallback(() => readdirSync(position.directory, { withFileTypes: true }), [])
    // Sorted, because otherwise the order of the directory would decide what is left out when the budget is spent.
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) this.visit(position, entry.name, entry, false)
  }

  private visit(position: WalkPosition, name: string, kind: Kind, literal: boolean): void {
    const { found, unlisted, budget, isSecret } = this.input
    if (budget.entries-- <= 0) return
    // A folder of the repository named "@home" must not be taken for the named root "@home".
    if (position.path === '' && name.startsWith('@')) return
    const next = advanceRoute(this.route, position.positions, name)
    if (next.length === 0) return
    const path =
      position.path === '' || position.path.endsWith('/') ? position.path + name : `${position.path}/${name}`
    const isLink = kind.isSymbolicLink()
    const { target, real } = this.inspect(join(position.directory, name), kind)
    const linked = position.linked || (isLink && target === 'directory')
    // A name that the pattern spells out is listed, so that reading it reports why. A name that only a wildcard matched is
    // withheld.
    if (isSecret(path, linked ? real : null)) {
      if (literal) found.add(path)
      else if (target !== 'directory' && isRouteComplete(this.route, next)) unlisted.add(path)
      return
    }
    if (isRouteComplete(this.route, next) && target !== 'directory') found.add(path)
    const stay = !isLink && !skippedNames.has(name)
    const positions = advanceRoute(this.route, position.positions, name, stay).filter(
      (at) => at < this.route.segments.length,
    )
    if (positions.length === 0) return
    // The same holds for a link that leads out.
    if (target === 'outside' && literal) found.add(path)
    if (target !== 'directory' || position.depth >= maxDepth) return
    this.search({ directory: real, path, linked, positions, depth: position.depth + (literal ? 0 : 1) })
  }

  private inspect(entry: string, kind: Kind): { target: 'directory' | 'file' | 'outside'; real: string } {
    if (!kind.isSymbolicLink()) return { target: kind.isDirectory() ? 'directory' : 'file', real: entry }
    const real = withFallback(() => realpathSync.native(entry), null)
    if (real === null) return { target: 'file', real: entry }
    if (getSegmentsBelow(this.realRoot ?? '', real) === null) return { target: 'outside', real }
    const isDirectory = withFallback(() => statSync(real).isDirectory(), false)
    return { target: isDirectory ? 'directory' : 'file', real }
  }
}
