import type { Cache, FileVersions, Project } from '../../ports/index.ts'
import { settledFiles } from './file-versions.ts'

const maxEntries = 256

/** The entries that were used last, in memory. With another cache behind it, that one has all of them too. */
export function openMemoryCache(behind: Cache | null = null): Cache {
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
      const value = entries.get(name) ?? behind?.get(kind, key)
      if (value !== undefined) put(name, value)
      return value
    },
    set(kind, key, value) {
      put(`${kind} ${key}`, value)
      behind?.set(kind, key, value)
    },
  }
}

/**
 * Reads the version of each file of a project once per turn of the event loop, for all requests that arrive together. A version that is
 * older than the content read after it is safe: it differs at the next look.
 */
export function readOncePerTurn(versions: FileVersions, project: Project): FileVersions {
  let known: Map<string, string | null> | undefined
  const read = (asked: Project, path: string): string | null => {
    if (asked !== project) return versions.read(asked, path)
    if (known === undefined) {
      known = new Map()
      setImmediate(() => {
        known = undefined
      })
    }
    const seen = known.get(path)
    if (seen !== undefined) return seen
    const version = versions.read(asked, path)
    known.set(path, version)
    return version
  }
  return {
    read,
    readSettled: (asked, paths, readSince) => settledFiles(paths, readSince, (path) => read(asked, path)),
    allUnchanged: (asked, files) =>
      files.every(([path, version]) => version !== null && read(asked, path) === version),
  }
}
