import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getSegmentsBelow } from '../disk/index.ts'
import { type Bounds, getCheckedSegments } from './open-inside.ts'
import { compileSegment, expandAlternatives } from './pattern.ts'
import { type FilePlace, isAbsoluteAnywhere, joinSegments, locateFile, type Roots } from './place.ts'
import { advanceRoute, compileRoute, isRouteComplete, type Route } from './route.ts'
import { type FileTrouble, isFileTrouble, withFallback } from './trouble.ts'

const DEEPEST = 16
const MOST_ENTRIES = 50_000
const NOT_SEARCHED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

export interface Listing {
  readonly paths: string[]
  /** How many names of files were kept back; what a folder of such a name holds is not looked at. */
  readonly unlisted: number
}

/** Files that match, sorted by code unit. What cannot be read is listed too, so that reading it says why; a name that is never read is not told. */
export function listFiles(pattern: string, roots: Roots, bounds: Bounds): Listing {
  const { external } = bounds.allow
  const all = isAbsoluteAnywhere(pattern) && !external ? null : expandAlternatives(pattern)
  if (all === null || (all.length === 1 && !hasWildcards(pattern))) return { paths: [pattern], unlisted: 0 }
  const found = new Set<string>()
  const unlisted = new Set<string>()
  const budget = { entries: MOST_ENTRIES }
  for (const one of all) {
    const place = external ? startOf(one, roots) : locateFile(one, roots)
    if (!isFileTrouble(place))
      new Walk(place, { found, unlisted, budget, isSecret: secrecy(place, roots, bounds) }).start()
    else if (place.reason !== 'absent') found.add(one)
  }
  return { paths: [...found].sort(), unlisted: unlisted.size }
}

/** Where a walk begins that may lie outside of the root: the part without wildcards, by the name that the pattern gives it. */
function startOf(pattern: string, roots: Roots): FilePlace | FileTrouble {
  const whole = locateFile(pattern, roots, true)
  if (isFileTrouble(whole) || pattern.startsWith('@')) return whole
  const segments = pattern.split('/')
  const wild = segments.findIndex((one) => compileSegment(one).literal === null)
  const cut = wild === -1 ? segments.length - 1 : wild
  const rest = segments.slice(cut)
  if (rest.includes('..')) return locateFile(pattern, roots)
  const named = segments.slice(0, cut).join('/') || (pattern.startsWith('/') ? '/' : '')
  const base = locateFile(named === '' ? '.' : named, roots, true)
  if (isFileTrouble(base)) return base
  return { root: joinSegments(base.root, base.segments), named, segments: rest, path: pattern }
}

/** By every name of a path, and of what links on the way have led to, as reading it would. */
function secrecy(start: FilePlace, roots: Roots, { excludes, allow, project }: Bounds): Errand['isSecret'] {
  const home = allow.external ? project : withFallback(() => realpathSync.native(start.root), start.root)
  return (path, real) => {
    const place = locateFile(path, roots, allow.external)
    if (isFileTrouble(place)) return false
    if (!allow.sensitive && excludes(place.segments, place.named) !== null) return true
    return real !== null && excludes(getCheckedSegments(real, home), place.named) !== null
  }
}

/** By the names alone; nothing is looked up. */
export function matchesPattern(pattern: string, path: string): boolean {
  return (expandAlternatives(pattern) ?? []).some((one) => {
    const route = compileRoute(one.split('/'))
    return isRouteComplete(
      route,
      path.split('/').reduce<readonly number[]>((at, name) => advanceRoute(route, at, name), route.start),
    )
  })
}

function hasWildcards(pattern: string): boolean {
  return pattern.split('/').some((segment) => compileSegment(segment).literal === null)
}

/** What a directory entry and an lstat have in common. */
interface Kind {
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

interface Standing {
  /** By its real path. */
  readonly directory: string
  readonly path: string
  /** Whether its path led over a link. */
  readonly linked: boolean
  readonly positions: readonly number[]
  readonly depth: number
}

interface Errand {
  readonly found: Set<string>
  readonly unlisted: Set<string>
  readonly budget: { entries: number }
  /** `real`: where it lies, if that is not what its path says. */
  readonly isSecret: (path: string, real: string | null) => boolean
}

class Walk {
  private readonly place: FilePlace
  private readonly errand: Errand
  private readonly route: Route
  private readonly realRoot: string | null

  constructor(place: FilePlace, errand: Errand) {
    this.place = place
    this.errand = errand
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

  private search(here: Standing): void {
    const [only, ...more] = here.positions
    const literal = more.length === 0 ? (this.route.segments[only ?? 0]?.literal ?? null) : null
    if (literal !== null) {
      const kind = withFallback(
        () => lstatSync(join(here.directory, literal), { throwIfNoEntry: false }),
        undefined,
      )
      if (kind !== undefined) this.visit(here, literal, kind, true)
      return
    }
    const entries = withFallback(() => readdirSync(here.directory, { withFileTypes: true }), [])
    // Sorted, because the directory's own order would decide what a spent budget leaves out.
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) this.visit(here, entry.name, entry, false)
  }

  private visit(here: Standing, name: string, kind: Kind, literal: boolean): void {
    const { found, unlisted, budget, isSecret } = this.errand
    if (budget.entries-- <= 0) return
    // A repository's own folder "@home" must not be taken for the named root of that name.
    if (here.path === '' && name.startsWith('@')) return
    const next = advanceRoute(this.route, here.positions, name)
    if (next.length === 0) return
    const path = here.path === '' || here.path.endsWith('/') ? here.path + name : `${here.path}/${name}`
    const isLink = kind.isSymbolicLink()
    const { target, real } = this.lookAt(join(here.directory, name), kind)
    const linked = here.linked || (isLink && target === 'directory')
    // What the pattern names itself is answered, so that reading says why; what a wildcard merely met is not told.
    if (isSecret(path, linked ? real : null)) {
      if (literal) found.add(path)
      else if (target !== 'directory' && isRouteComplete(this.route, next)) unlisted.add(path)
      return
    }
    if (isRouteComplete(this.route, next) && target !== 'directory') found.add(path)
    const stay = !isLink && !NOT_SEARCHED.has(name)
    const positions = advanceRoute(this.route, here.positions, name, stay).filter(
      (at) => at < this.route.segments.length,
    )
    if (positions.length === 0) return
    // The same for a link that leads out.
    if (target === 'outside' && literal) found.add(path)
    if (target !== 'directory' || here.depth >= DEEPEST) return
    this.search({ directory: real, path, linked, positions, depth: here.depth + (literal ? 0 : 1) })
  }

  private lookAt(entry: string, kind: Kind): { target: 'directory' | 'file' | 'outside'; real: string } {
    if (!kind.isSymbolicLink()) return { target: kind.isDirectory() ? 'directory' : 'file', real: entry }
    const real = withFallback(() => realpathSync.native(entry), null)
    if (real === null) return { target: 'file', real: entry }
    if (getSegmentsBelow(this.realRoot ?? '', real) === null) return { target: 'outside', real }
    const isDirectory = withFallback(() => statSync(real).isDirectory(), false)
    return { target: isDirectory ? 'directory' : 'file', real }
  }
}
