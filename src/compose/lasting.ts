// What a program that lives long keeps in memory, beside what every program keeps on disk.
import { settleMs } from '../app/recall.ts'
import type { Keep, ManifestSource, Outside, Project, Stamps, Workshop } from '../ports/index.ts'
import { commitPlaces } from './repository.ts'

const mostEntries = 256

/** The same workshop: nothing is read, parsed or asked twice that has not changed. */
export function lastingShop(shop: Workshop, project: Project, env: NodeJS.ProcessEnv): Workshop {
  const quick = { ...shop, stamps: onceATurn(shop.stamps, project) }
  return {
    ...quick,
    keep: remembering(shop.keep),
    loadManifest: manifests(quick, project),
    outside: outsides(quick, project),
    commit: commits(quick, project, env),
  }
}

/**
 * Within one turn of the event loop a place is looked at once, for all requests that came together and all that each of them asks of it. A
 * stamp that is older than what was read afterwards does no harm: it does not fit the next time.
 */
function onceATurn(stamps: Stamps, project: Project): Stamps {
  let seen: Map<string, string | null> | undefined
  const of = (asked: Project, path: string): string | null => {
    if (asked !== project) return stamps.of(asked, path)
    if (seen === undefined) {
      seen = new Map()
      setImmediate(() => {
        seen = undefined
      })
    }
    const there = seen.get(path)
    if (there !== undefined) return there
    const stamp = stamps.of(asked, path)
    seen.set(path, stamp)
    return stamp
  }
  return {
    ...stamps,
    of,
    areAll: (asked, stamped) => stamped.every(([path, stamp]) => stamp !== null && of(asked, path) === stamp),
  }
}

/** An entry says itself whether it still holds, so an old one is no danger. */
function remembering(keep: Keep): Keep {
  const entries = new Map<string, unknown>()
  const remember = (key: string, value: unknown) => {
    entries.delete(key)
    entries.set(key, value)
    // The one that was not asked for the longest time.
    if (entries.size > mostEntries) entries.delete(entries.keys().next().value!)
  }
  return {
    get(key) {
      const value = entries.get(key) ?? keep.get(key)
      if (value !== undefined) remember(key, value)
      return value
    },
    set(key, value) {
      remember(key, value)
      keep.set(key, value)
    },
  }
}

interface Stamped<T> {
  readonly value: T
  readonly stamps: readonly (readonly [path: string, stamp: string | null])[]
}

/** What was made of some places, until one of them changes. */
class Unchanged<T> {
  readonly #stamps: Stamps
  readonly #project: Project
  readonly #known = new Map<string, Stamped<T>>()

  constructor({ stamps }: Workshop, project: Project) {
    this.#stamps = stamps
    this.#project = project
  }

  get(key: string): T | undefined {
    const known = this.#known.get(key)
    return known !== undefined && this.#stamps.areAll(this.#project, known.stamps) ? known.value : undefined
  }

  /** Not where a place has just changed: a second change could have the same stamp. */
  set(key: string, value: T, { places, begun }: { places: readonly string[]; begun: number }): T {
    const stamps = places.map((place) => [place, this.#stamps.of(this.#project, place)] as const)
    const settled = stamps.every(
      ([, stamp]) => stamp !== null && this.#stamps.changedAt(stamp) <= begun - settleMs,
    )
    this.#known.delete(key)
    if (settled) this.#known.set(key, { value, stamps })
    return value
  }
}

function manifests(shop: Workshop, project: Project): Workshop['loadManifest'] {
  const known = new Unchanged<ManifestSource>(shop, project)
  return async (file) => {
    const there = known.get(file)
    if (there !== undefined) return there
    const begun = shop.stamps.now()
    const source = await shop.loadManifest(file)
    return known.set(file, source, { places: source.chain.map((link) => link.file), begun })
  }
}

/** The environment of a process does not change. */
function outsides(shop: Workshop, project: Project): Workshop['outside'] {
  const known = new Unchanged<Outside>(shop, project)
  return async (asked, redact) => {
    if (asked !== project) return shop.outside(asked, redact)
    const key = JSON.stringify([redact.known, redact.patterns])
    const there = known.get(key)
    if (there !== undefined) return there
    const begun = shop.stamps.now()
    const outside = await shop.outside(asked, redact)
    return known.set(key, outside, { places: outside.places, begun })
  }
}

function commits(shop: Workshop, project: Project, env: NodeJS.ProcessEnv): Workshop['commit'] {
  const known = new Unchanged<string | null>(shop, project)
  return (directory) => {
    const there = known.get(directory)
    if (there !== undefined) return there
    const begun = shop.stamps.now()
    const commit = shop.commit(directory)
    const places = commitPlaces(env, directory)
    return places === null ? commit : known.set(directory, commit, { places, begun })
  }
}

/** What depends on which directory the project's root is, until that is another one. */
export function whileSame<T>({ stamps }: Workshop, project: Project, make: () => T): () => T {
  let last: { readonly stamp: string; readonly value: T } | undefined
  return () => {
    const stamp = stamps.of(project, '')
    if (last !== undefined && stamp === last.stamp) return last.value
    const value = make()
    last = stamp === null ? undefined : { stamp, value }
    return value
  }
}
