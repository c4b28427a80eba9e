import type { Cache, FileVersions, Project } from '../../ports/index.ts'
import { listSettledFiles } from './file-versions.ts'

const maxEntries = 256

/** Keeps the entries that were used last in memory, in front of another cache that holds all of them. */
export function openMemoryCache(backing: Cache | null = null): Cache {
  const entries = new Map<string, unknown>()
  const put = (name: string, value: unknown) => {
    entries.delete(name)
    entries.set(name, value)
    // A Map keeps the order of insertion, so the first entry is the one that was not used for the longest time.
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value!)
  }
  return {
    get(kind, key) {
      const name = `${kind} ${key}`
      const value = entries.get(name) ?? backing?.get(kind, key)
      if (value !== undefined) put(name, value)
      return value
    },
    set(kind, key, value) {
      put(`${kind} ${key}`, value)
      backing?.set(kind, key, value)
    },
  }
}

/**
 * Reads the version of each file of a project once per turn of the event loop, for all requests that arrive together. A version
 * that is older than the content read after it is safe, because the next check sees a difference.
 */
export function readOncePerTurn(versions: FileVersions, project: Project): FileVersions {
  let known: Map<string, string | null> | undefined
  const read = (requested: Project, path: string): string | null => {
    if (requested !== project) return versions.read(requested, path)
    if (known === undefined) {
      known = new Map()
      setImmediate(() => {
        known = undefined
      })
    }
    const knownVersion = known.get(path)
    if (knownVersion !== undefined) return knownVersion
    const version = versions.read(requested, path)
    known.set(path, version)
    return version
  }
  return {
    read,
    readSettled: (requested, paths, readSince) =>
      listSettledFiles(paths, readSince, (path) => read(requested, path)),
    allUnchanged: (requested, files) =>
      files.every(([path, version]) => version !== null && read(requested, path) === version),
  }
}
