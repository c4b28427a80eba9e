import type { EngineServices, Project } from '../../ports/index.ts'

// Values computed from files, cached until one of these files changes. The rule for "unchanged" is in the FileVersions adapter.

export type FileMemoDeps = Pick<EngineServices, 'cache' | 'fileVersions' | 'systemTime'>

/** The kind of a value, and everything besides files that it depends on. */
export type MemoKey = readonly [kind: string, ...dependsOn: unknown[]]

export interface ComputedValue<T> {
  readonly value: T
  /** All files and directories whose change could change the value. Null if they cannot be listed: the value is not cached. */
  readonly files: readonly string[] | null
}

interface MemoEntry {
  readonly files: readonly (readonly [path: string, version: string])[]
  readonly value: unknown
}

/** The cached value, or undefined if there is none or a file has changed. */
export function readUnchanged<T>(
  deps: FileMemoDeps,
  project: Project,
  [kind, ...key]: MemoKey,
): T | undefined {
  const entry = deps.cache.get(kind, JSON.stringify(key)) as MemoEntry | undefined
  if (!Array.isArray(entry?.files)) return undefined
  return deps.fileVersions.allUnchanged(project, entry.files) ? (entry.value as T) : undefined
}

interface StoreInput<T> extends ComputedValue<T> {
  /** The time just before the first file was read, by the system's clock. */
  readonly readSince: number
  /** Files that had content when they were read. If one is absent now, it was deleted since, and the value is not cached. */
  readonly contentOf?: readonly string[]
}

/** Caches a value, unless one of its files is not settled. */
export function storeSettled<T>(
  deps: FileMemoDeps,
  project: Project,
  [kind, ...key]: MemoKey,
  { value, files, readSince, contentOf = [] }: StoreInput<T>,
): void {
  if (files === null) return
  const versions = deps.fileVersions.readSettled(project, files, readSince)
  if (versions === null) return
  const absent = new Set(versions.flatMap(([path, version]) => (version === 'absent' ? [path] : [])))
  if (contentOf.some((path) => absent.has(path))) return
  deps.cache.set(kind, JSON.stringify(key), { files: versions, value } satisfies MemoEntry)
}

export async function memoizeWhileUnchanged<T>(
  deps: FileMemoDeps,
  project: Project,
  key: MemoKey,
  compute: () => Promise<ComputedValue<T>>,
): Promise<T> {
  const cached = readUnchanged<T>(deps, project, key)
  if (cached !== undefined) return cached
  const readSince = deps.systemTime()
  const computed = await compute()
  storeSettled(deps, project, key, { ...computed, readSince })
  return computed.value
}

/** The same for a value that is computed synchronously. */
export function memoizeWhileUnchangedSync<T>(
  deps: FileMemoDeps,
  project: Project,
  key: MemoKey,
  compute: () => ComputedValue<T>,
): T {
  const cached = readUnchanged<T>(deps, project, key)
  if (cached !== undefined) return cached
  const readSince = deps.systemTime()
  const computed = compute()
  storeSettled(deps, project, key, { ...computed, readSince })
  return computed.value
}
