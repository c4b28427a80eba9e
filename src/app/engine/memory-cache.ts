import type {
  Cache,
  EngineServices,
  FileVersions,
  ManifestSource,
  Project,
  ProjectRedactionRules,
} from '../../ports/index.ts'
import { type FileMemoDeps, memoizeWhileUnchanged, memoizeWhileUnchangedSync } from './file-memo.ts'

export interface MemoryCacheDeps {
  /** In memory, with the cache on disk behind it. */
  readonly cache: Cache
  /** In memory only, for values that JSON cannot hold. */
  readonly objects: Cache
  readonly fileVersions: FileVersions
  /** The files whose change could change the commit that is checked out; null if they cannot be listed. */
  headFiles(directory: string): readonly string[] | null
}

/** The engine of a server: manifests, redaction rules and the commit are read again only after one of their files has changed. */
export function withMemoryCache(
  engine: EngineServices,
  project: Project,
  deps: MemoryCacheDeps,
): EngineServices {
  const { cache, objects, fileVersions, headFiles } = deps
  const memo: FileMemoDeps = { cache: objects, fileVersions, systemTime: engine.systemTime }
  return {
    ...engine,
    cache,
    fileVersions,
    loadManifest: (file) =>
      memoizeWhileUnchanged<ManifestSource>(memo, project, ['manifest', file], async () => {
        const value = await engine.loadManifest(file)
        return { value, files: value.chain.map((link) => link.file) }
      }),
    async projectRedactionRules(requested, redact) {
      if (requested !== project) return engine.projectRedactionRules(requested, redact)
      // Rules also depend on environment variables, but those of a process do not change.
      const key = ['redaction-rules', redact.known, redact.patterns] as const
      return memoizeWhileUnchanged<ProjectRedactionRules>(memo, project, key, async () => {
        const value = await engine.projectRedactionRules(requested, redact)
        return { value, files: value.places }
      })
    },
    commit: (directory) =>
      memoizeWhileUnchangedSync<string | null>(memo, project, ['commit', directory], () => ({
        value: engine.commit(directory),
        files: headFiles(directory),
      })),
  }
}
