// What the engine needs from outside, as interfaces. No implementation may live here.
import type { Outliner } from '../core/document/index.ts'
import type { Manifest } from '../core/manifest/index.ts'
import type { OutsideRule } from '../core/redact/index.ts'
import type { Observation } from '../core/values/index.ts'
import type { Cache, FileVersions } from './cache.ts'
import type { PluginDeps } from './plugins.ts'
import type { Project } from './project.ts'
import type { CurrentRecords } from './record-store.ts'
import type { Relevance } from './relevance.ts'
import type { SessionCount } from './sessions.ts'
import type { TrustState } from './trust.ts'

export type * from './cache.ts'
export type * from './endpoint.ts'
export type * from './findings.ts'
export type * from './knowledge.ts'
export type * from './ledger.ts'
export type * from './output-file.ts'
export type * from './plugins.ts'
export type * from './project.ts'
export type * from './record-store.ts'
export type * from './relevance.ts'
export type * from './session-history.ts'
export type * from './sessions.ts'
export type * from './settings.ts'
export type * from './store.ts'
export type * from './transcripts.ts'
export type * from './trust.ts'

/** What a manifest allows for one source. It counts only where the manifest is trusted. */
export interface Allowance {
  /** May lie outside of the root: by `..`, by an absolute path, or behind a link. */
  readonly external: boolean
  /** May have a name that is never read otherwise. Holds for what the pattern names, not for what a link leads to. */
  readonly sensitive: boolean
  readonly trusted: boolean
}

/** Reads sources of one scheme. Never throws for what a stranger put on disk: that is an observation. */
export interface SourceReader {
  /**
   * Paths that match a pattern, sorted by code unit. A pattern without wildcards answers with itself; names that are never
   * read are left out of all others.
   */
  list(pattern: string, allow?: Allowance): string[]
  /** How many names the last listing of a pattern kept to itself, because they are never read. */
  unlisted(pattern: string): number
  /** Whether `list` would answer with a path, if it were there. */
  matches(pattern: string, path: string): boolean
  /** One path from `list`, with the same allowance. */
  read(path: string, allow?: Allowance): Observation
  /** All of one path, never a part of it: more than so many bytes are too large. For what means nothing when it is cut. */
  readWhole(path: string, maxBytes: number, allow?: Allowance): Observation
}

/** Counts in one unit, which is its `id`. */
export interface TokenCounter {
  readonly id: string
  count(text: string): number
}

export interface Clock {
  now(): Date
}

export interface Ids {
  /** Lower-case letters and digits. */
  random(length: number): string
}

export type Hash = (content: string | Uint8Array) => string

/** Files by name, to be written together. */
export type FileSet = Readonly<Record<string, string>>

/** Publishes a directory of files all at once, or not at all. */
export interface RunStore {
  /** Absolute path of the published directory. Refuses when the name is taken. */
  publish(name: string, files: FileSet): string
  /** Replaces one file of a published directory atomically. */
  replace(name: string, file: string, content: string): void
  /** Where a running program may append its output. */
  pathOf(name: string, file: string): string
}

export interface AgentJob {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Becomes its standard input; null for none. */
  readonly stdinFile: string | null
  /** Standard output is appended here, and standard error too unless it has a file of its own. */
  readonly outputFile: string
  readonly errorFile?: string | null
  /** Set for it where it does not inherit them. */
  readonly env?: Readonly<Record<string, string>>
  /** Set for it whatever it inherits. */
  readonly own?: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

export interface AgentResult {
  readonly status: 'success' | 'failed' | 'timeout'
  readonly exitCode: number | null
  readonly signal: string | null
  readonly seconds: number
  /** It was ended because we were told to end. */
  readonly interrupted: boolean
}

export interface AgentRunner {
  /** Absolute path of an executable on PATH (or of a path given as such), or null. */
  find(program: string): string | null
  /** As many programs as can work at the same time. */
  readonly processors: number
  run(job: AgentJob): Promise<AgentResult>
  /** What a program has written to a file, as text; of a long one its beginning and its end. Null where there is none. */
  read(file: string): string | null
}

export interface Changes {
  readonly kind: 'committed' | 'uncommitted' | 'none' | 'unknown'
  /** The commit checked out at the end. */
  readonly head: string | null
  /** What changed in between, committed and uncommitted, as a patch. */
  readonly patch: string
}

/** Looks at a working tree twice, so that what was changed before counts for nothing. */
export interface ChangeWatch {
  /** The commit checked out at the beginning. */
  readonly head: string | null
  /** Ends the watch, so once only. Never throws. */
  finish(): Changes
}

/** What version control knows about a directory. */
export interface Versions {
  /** The commit checked out, or null outside a repository or before the first commit. */
  head(directory: string): string | null
  /** ISO 8601 time of the last commit that touched a tracked, unmodified file; null otherwise. */
  committedAt(directory: string, path: string): string | null
  /** Begins now, and holds on to disk space until it is finished. */
  watch(directory: string): ChangeWatch
  /** Whether anything is changed, or new and not ignored; null where that cannot be told. */
  hasUncommitted(directory: string): boolean | null
  readonly worktrees: Worktrees
}

/** A working tree of the same repository, on a branch of its own. */
export interface Worktree {
  readonly path: string
  readonly branch: string
  /** What stands in it for the directory that it was made for. */
  readonly directory: string
}

/** One that a run has left behind. */
export interface RunWorktree {
  readonly run: string
  readonly path: string
  /** Of the run. */
  readonly branch: string
  /** What the agent has left checked out; null for a commit without a branch. */
  readonly checkedOut: string | null
  /** An agent works there, or somebody has locked it. */
  readonly busy: boolean
}

/** What would be lost with a worktree and its branch. In doubt it would. */
export interface WorktreeLoss {
  /** Something is not committed, and not ignored. */
  readonly uncommitted: boolean
  /** It stands on a commit that no branch and no tag has. */
  readonly unheld: boolean
  /** The branch has commits that are nowhere else. */
  readonly unmerged: boolean
}

/** One for each of several agents, outside of the repository and private to the user. */
export interface Worktrees {
  /** At the commit that is checked out, with nothing that is not committed. Locked until it is released. */
  add(directory: string, run: string): Worktree
  /** Nobody works there any more. Never throws. */
  release(worktree: Pick<Worktree, 'path'>): void
  list(directory: string): RunWorktree[]
  loss(directory: string, worktree: RunWorktree): WorktreeLoss
  /** Whatever is in it; answers whether it is gone. Never throws. */
  remove(directory: string, worktree: Pick<Worktree, 'path' | 'branch'>, branch: 'deleted' | 'kept'): boolean
}

/** A manifest with the digests of every file it was made from. */
export interface ManifestSource {
  readonly manifest: Manifest
  /** The file itself first, then what it extends. */
  readonly chain: readonly { readonly file: string; readonly digest: string }[]
  /** What each of them says, in the same order. */
  readonly layers: readonly ManifestLayer[]
}

export interface ManifestLayer {
  readonly file: string
  readonly data: unknown
  /** Whether it came with the program. */
  readonly shipped: boolean
}

/** The redaction rules of a project, besides the built-in ones: its known secrets, and the patterns of its manifest. */
export interface ProjectRedactionRules {
  readonly rules: readonly OutsideRule[]
  /** Files that could not be read, each with the reason, and without any of their content. */
  readonly trouble: readonly string[]
  /** Files in the project that rules were made from. */
  readonly files: readonly string[]
  /** Paths in the project, existing or not, whose change could change a rule. */
  readonly places: readonly string[]
  /** Whether a rule depends on more than files, such as an environment variable. */
  readonly elsewhere: boolean
}

/** Everything compiling a packet needs. What is behind a promise loads its room at the first call. */
export interface EngineServices {
  /** Of the program that compiles: another build may compile differently. */
  readonly build: string
  readonly version: string
  readonly clock: Clock
  readonly ids: Ids
  readonly hash: Hash
  readonly cache: Cache
  readonly fileVersions: FileVersions
  /** The clock by which the file system dates changes, in milliseconds. `--now` moves `clock`, and never this one. */
  systemTime(): number
  digestFile(file: string): string
  /** A small file of a project as text, for what agents read by themselves; null where there is none. */
  readProjectText(project: Project, path: string): string | null
  /** The same below the user's home, or where a variable has moved the beginning of the path to. */
  readUserText(path: string, moved: { readonly variable: string; readonly instead: string }): string | null
  sources(project: Project, exclude: readonly string[]): Promise<SourceReader>
  /** `useCache` is false for many small texts that will not be counted again; true if it is left out. */
  counter(unit: Manifest['measure'], options?: { readonly useCache: boolean }): Promise<TokenCounter>
  loadManifest(file: string): Promise<ManifestSource>
  /** A preset that the build has checked, as it ships; null for any other file. Parses nothing. */
  shippedManifest(file: string): ManifestSource | null
  outliner(): Promise<Outliner>
  projectRedactionRules(project: Project, redact: Manifest['redact']): Promise<ProjectRedactionRules>
  versions(): Promise<Versions>
  /** Of a project whose addresses have this scheme. Starts nothing. */
  pluginTools(project: Project, scheme: string): Promise<PluginDeps>
  relevance(): Promise<Relevance>
  /** A session as it is counted; the latest where none is named. Null where none is. */
  session(project: Project, session: string | null): Promise<SessionCount | null>
  /** Records of tactical memory that neither have expired at a time nor become candidates. Makes no store where there is none. */
  records(project: Project, now: string): Promise<CurrentRecords>
  /** Whether what the manifest of a project allows counts. Parses it. */
  trust(project: Project): Promise<TrustState>
  /** The commit checked out, told without starting git; null outside a repository. */
  commit(directory: string): string | null
}

/** Where results go. */
export interface Outbox {
  /** The directory that dispatch keeps its runs in. */
  runs(directory: string): RunStore
  /** Into a directory the operator named: all files at once when it is new, else file by file. Null takes a file away. */
  into(directory: string, files: Readonly<Record<string, string | null>>): void
}

/** The files a preset gives to a new project. */
export interface Templates {
  /** Relative paths with placeholders, sorted. */
  list(preset: string): readonly { readonly path: string; readonly text: string }[]
  /** Whether a path is free, inside the root; refuses when it would lead out. */
  isFree(root: string, path: string): boolean
  /** Never overwrites, never leaves the root. */
  writeNew(root: string, path: string, text: string): 'written' | 'kept'
}
