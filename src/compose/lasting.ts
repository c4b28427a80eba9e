// What a program that lives long keeps in memory, beside what every program keeps on disk.
import { settleMs } from '../app/recall.ts'
import type { Keep, ManifestSource, Project, Workshop } from '../ports/index.ts'

const mostEntries = 256

/** The same workshop: nothing is read or parsed twice that has not changed. */
export function lastingShop(shop: Workshop, project: Project): Workshop {
  return { ...shop, keep: remembering(shop.keep), loadManifest: manifests(shop, project) }
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

interface Loaded {
  readonly source: ManifestSource
  readonly stamps: readonly (readonly [file: string, stamp: string | null])[]
}

function manifests({ stamps, loadManifest }: Workshop, project: Project): Workshop['loadManifest'] {
  const known = new Map<string, Loaded>()
  const isCurrent = ([file, stamp]: Loaded['stamps'][number]) =>
    stamp !== null && stamps.of(project, file) === stamp
  return async (file) => {
    const kept = known.get(file)
    if (kept?.stamps.every(isCurrent) === true) return kept.source
    const begun = stamps.now()
    const source = await loadManifest(file)
    const stamped = source.chain.map((link) => [link.file, stamps.of(project, link.file)] as const)
    const settled = stamped.every(
      ([, stamp]) => stamp !== null && stamps.changedAt(stamp) <= begun - settleMs,
    )
    if (settled) known.set(file, { source, stamps: stamped })
    else known.delete(file)
    return source
  }
}
