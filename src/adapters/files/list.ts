import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { alternatives, compileSegment } from './pattern.ts'
import { isAbsoluteAnywhere, locate, type Place, type Roots, segmentsBelow } from './place.ts'
import { arrived, compileRoute, type Route, step } from './route.ts'
import { isTrouble, quietly } from './trouble.ts'

const DEEPEST = 16
const MOST_ENTRIES = 50_000
const NOT_SEARCHED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** Files that match, sorted by code unit. What cannot be read is listed too, so that reading it says why. */
export function listFiles(pattern: string, roots: Roots): string[] {
  const all = isAbsoluteAnywhere(pattern) ? null : alternatives(pattern)
  if (all === null || (all.length === 1 && !hasWildcards(pattern))) return [pattern]
  const found = new Set<string>()
  const budget = { entries: MOST_ENTRIES }
  for (const one of all) {
    const place = locate(one, roots)
    if (!isTrouble(place)) new Walk(place, found, budget).start()
    else if (place.reason !== 'absent') found.add(one)
  }
  return [...found].sort()
}

/** By the names alone; nothing is looked up. */
export function matchesPattern(pattern: string, path: string): boolean {
  return (alternatives(pattern) ?? []).some((one) => {
    const route = compileRoute(one.split('/'))
    return arrived(
      route,
      path.split('/').reduce<readonly number[]>((at, name) => step(route, at, name), route.start),
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
  readonly directory: string
  readonly path: string
  readonly positions: readonly number[]
  readonly depth: number
}

class Walk {
  private readonly place: Place
  private readonly found: Set<string>
  private readonly budget: { entries: number }
  private readonly route: Route
  private readonly realRoot: string | null

  constructor(place: Place, found: Set<string>, budget: { entries: number }) {
    this.place = place
    this.found = found
    this.budget = budget
    this.route = compileRoute(place.segments)
    this.realRoot = quietly(() => realpathSync.native(place.root), null)
  }

  start(): void {
    if (this.realRoot === null) return
    const { named } = this.place
    this.search({ directory: this.realRoot, path: named, positions: this.route.start, depth: 0 })
  }

  private search(here: Standing): void {
    const [only, ...more] = here.positions
    const literal = more.length === 0 ? (this.route.segments[only ?? 0]?.literal ?? null) : null
    if (literal !== null) {
      const kind = quietly(
        () => lstatSync(join(here.directory, literal), { throwIfNoEntry: false }),
        undefined,
      )
      if (kind !== undefined) this.visit(here, literal, kind, true)
      return
    }
    const entries = quietly(() => readdirSync(here.directory, { withFileTypes: true }), [])
    // Sorted, because the directory's own order would decide what a spent budget leaves out.
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) this.visit(here, entry.name, entry, false)
  }

  private visit(here: Standing, name: string, kind: Kind, literal: boolean): void {
    if (this.budget.entries-- <= 0) return
    // A repository's own folder "@home" must not be taken for the named root of that name.
    if (here.path === '' && name.startsWith('@')) return
    const next = step(this.route, here.positions, name)
    if (next.length === 0) return
    const path = here.path === '' ? name : `${here.path}/${name}`
    const directory = join(here.directory, name)
    const isLink = kind.isSymbolicLink()
    const target = isLink ? this.targetOf(directory) : kind.isDirectory() ? 'directory' : 'file'
    if (arrived(this.route, next) && target !== 'directory') this.found.add(path)
    const stay = !isLink && !NOT_SEARCHED.has(name)
    const positions = step(this.route, here.positions, name, stay).filter(
      (at) => at < this.route.segments.length,
    )
    if (positions.length === 0) return
    // A link the pattern names itself is answered; one that a wildcard merely met is passed over.
    if (target === 'outside' && literal) this.found.add(path)
    if (target !== 'directory' || here.depth >= DEEPEST) return
    this.search({ directory, path, positions, depth: here.depth + (literal ? 0 : 1) })
  }

  private targetOf(link: string): 'directory' | 'file' | 'outside' {
    return quietly(() => {
      const real = realpathSync.native(link)
      if (segmentsBelow(this.realRoot ?? '', real) === null) return 'outside'
      return statSync(real).isDirectory() ? 'directory' : 'file'
    }, 'file')
  }
}
