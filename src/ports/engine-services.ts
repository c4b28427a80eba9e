import type { Outliner } from '../core/document/index.ts'
import type { Manifest } from '../core/manifest/index.ts'
import type { Cache, FileVersions } from './cache.ts'
import type { ManifestSource } from './manifest-source.ts'
import type { PluginDeps } from './plugins.ts'
import type { Project } from './project.ts'
import type { ProjectRedactionRules } from './project-redaction-rules.ts'
import type { CurrentRecords } from './record-store.ts'
import type { Relevance } from './relevance.ts'
import type { RepositoryReader } from './repository.ts'
import type { SessionCount } from './sessions.ts'
import type { SourceReader } from './source-reader.ts'
import type { TrustCheck } from './trust.ts'
import type { VersionControl } from './version-control.ts'

export interface Clock {
  now(): Date
}

export interface Ids {
  /** Lower-case letters and digits. */
  random(length: number): string
}

export type Hash = (content: string | Uint8Array) => string

/** Counts in the unit `id`. */
export interface TokenCounter {
  readonly id: string
  count(text: string): number
}

/** Everything that compiling a packet needs. A method that returns a promise loads its module at the first call. */
export interface EngineServices {
  /** Identifies the build of foreword, because another build may compile differently. */
  readonly build: string
  readonly version: string
  readonly clock: Clock
  readonly ids: Ids
  readonly hash: Hash
  readonly cache: Cache
  readonly fileVersions: FileVersions
  /** The clock of the file system, in milliseconds. `--now` changes `clock` and never this one. */
  systemTime(): number
  digestFile(file: string): string
  /** Reads a small text file of a project, for files that agents load by themselves; null if it is missing. */
  readProjectText(project: Project, path: string): string | null
  /** The same below the user's home, or below the directory that the variable names instead. */
  readUserText(path: string, moved: { readonly variable: string; readonly instead: string }): string | null
  /** Lists the Markdown files below a directory of a project, also through links, by their paths in the project. */
  listProjectMarkdown(project: Project, directory: string): readonly string[]
  sources(project: Project, exclude: readonly string[]): Promise<SourceReader>
  /** Pass `useCache: false` for many small texts that are counted once. Default: true. */
  counter(unit: Manifest['measure'], options?: { readonly useCache: boolean }): Promise<TokenCounter>
  loadManifest(file: string): Promise<ManifestSource>
  /** A preset that the build has validated; null for any other file. Parses nothing. */
  shippedManifest(file: string): ManifestSource | null
  /** Reads a project as a whole. `exclude`: names that are never listed. */
  repository(project: Project, exclude: readonly string[]): Promise<RepositoryReader>
  outliner(): Promise<Outliner>
  projectRedactionRules(project: Project, redact: Manifest['redact']): Promise<ProjectRedactionRules>
  versions(): Promise<VersionControl>
  /** The plugins of a project whose addresses have this scheme. Starts no program. */
  pluginDeps(project: Project, scheme: string): Promise<PluginDeps>
  relevance(): Promise<Relevance>
  /** A session with its counts; the latest if none is named. Null if it does not exist. */
  session(project: Project, session: string | null): Promise<SessionCount | null>
  /** Records of tactical memory that are neither expired at `now` nor candidates. Does not create a store. */
  records(project: Project, now: string): Promise<CurrentRecords>
  /** Whether the user trusts the manifest of a project. Parses the manifest. */
  trust(project: Project): Promise<TrustCheck>
  /** The checked-out commit, read without starting git; null outside a repository. */
  commit(directory: string): string | null
}
