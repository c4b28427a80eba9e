// The interfaces of everything that the engine needs from outside. This folder holds no implementation.
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

/** Permissions that a manifest gives to one source. They take effect only if the manifest is trusted. */
export interface Allowance {
  /** The source may be outside the root: by `..`, by an absolute path, or behind a link. */
  readonly external: boolean
  /** The source may have a name on the deny-list. This covers the names that the pattern matches, not the target of a link. */
  readonly sensitive: boolean
  readonly trusted: boolean
}

/** Reads sources of one scheme. Never throws because of the content of the disk: every such problem is an observation. */
export interface SourceReader {
  /**
   * Lists the paths that match a pattern, sorted by code unit. A pattern without wildcards returns itself. All other patterns
   * leave out names on the deny-list.
   */
  list(pattern: string, allow?: Allowance): string[]
  /** Number of names that the last listing of the pattern left out because they are on the deny-list. */
  countUnlisted(pattern: string): number
  /** Whether `list` would return the path if it existed. */
  matches(pattern: string, path: string): boolean
  /** Reads one path from `list`, with the same allowance. */
  read(path: string, allow?: Allowance): Observation
  /** Reads a whole file or nothing: more than `maxBytes` is too large. For content that is meaningless when cut. */
  readWhole(path: string, maxBytes: number, allow?: Allowance): Observation
}

/** Counts in the unit `id`. */
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
  /** Returns the absolute path of the published directory. Refuses if the name is taken. */
  publish(name: string, files: FileSet): string
  /** Replaces one file of a published directory atomically. */
  replace(name: string, file: string, content: string): void
  /** Path to which a running program may append its output. */
  resolvePath(name: string, file: string): string
}

export interface AgentJob {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  /** File for standard input; null for none. */
  readonly stdinFile: string | null
  /** Standard output is appended here, and standard error too unless `errorFile` is set. */
  readonly outputFile: string
  readonly errorFile?: string | null
  /** Environment variables that are set unless the program inherits them. */
  readonly env?: Readonly<Record<string, string>>
  /** Environment variables that are always set. */
  readonly own?: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** A program of the user's own, under a name that runs are reported by. */
export interface NamedAgent {
  readonly id: string
  /** The program first. `{prompt_file}` is the path of the prompt. */
  readonly command: readonly string[]
  readonly prompt: 'stdin' | 'file'
}

export interface AgentResult {
  readonly status: 'success' | 'failed' | 'timeout'
  readonly exitCode: number | null
  readonly signal: string | null
  readonly seconds: number
  /** foreword ended the program because foreword itself was told to end. */
  readonly interrupted: boolean
}

export interface AgentRunner {
  /** Returns the absolute path of an executable, by path or on PATH; null if there is none. */
  find(program: string): string | null
  /** Number of programs that can run at the same time. */
  readonly processors: number
  run(job: AgentJob): Promise<AgentResult>
  /** Reads the text that a program wrote to a file; only the beginning and the end of a long file. Null if the file is missing. */
  read(file: string): string | null
}

export interface Changes {
  readonly kind: 'committed' | 'uncommitted' | 'none' | 'unknown'
  /** The checked-out commit at the end. */
  readonly head: string | null
  /** All changes in between, committed and uncommitted. */
  readonly patch: string
}

/** Compares two states of a working tree, so that earlier changes do not count. */
export interface ChangeWatch {
  /** The checked-out commit at the beginning. */
  readonly head: string | null
  /** Ends the watch; call it once. Never throws. */
  finish(): Changes
}

/** Reads the state of version control in a directory. */
export interface VersionControl {
  /** The checked-out commit; null outside a repository or before the first commit. */
  head(directory: string): string | null
  /** ISO 8601 time of the last commit that touched a tracked, unmodified file; null otherwise. */
  committedAt(directory: string, path: string): string | null
  /** Starts a watch, which takes disk space until it is finished. */
  watch(directory: string): ChangeWatch
  /** Whether any file is changed, or new and not ignored; null if unknown. */
  hasUncommitted(directory: string): boolean | null
  readonly worktrees: Worktrees
}

/** A working tree of the same repository, on a branch of its own. */
export interface Worktree {
  readonly path: string
  readonly branch: string
  /** The directory in the worktree that corresponds to the directory of the run. */
  readonly directory: string
}

/** A worktree that a run has left behind. */
export interface RunWorktree {
  readonly run: string
  readonly path: string
  /** Branch of the run. */
  readonly branch: string
  /** The branch that the agent left checked out; null for a commit without a branch. */
  readonly checkedOut: string | null
  /** An agent is running in the worktree, or the user has locked it. */
  readonly busy: boolean
}

/** The work that removing a worktree and its branch would lose. True if unknown. */
export interface WorktreeLoss {
  /** Some files are neither committed nor ignored. */
  readonly uncommitted: boolean
  /** The checked-out commit is on no branch and no tag. */
  readonly unheld: boolean
  /** The branch has commits that no other branch has. */
  readonly unmerged: boolean
}

/** Worktrees for agents that run in parallel, outside the repository and private to the user. */
export interface Worktrees {
  /** Adds a locked worktree at the checked-out commit, without uncommitted changes. */
  add(directory: string, run: string): Worktree
  /** Unlocks the worktree. Call it when the agent has ended. Never throws. */
  release(worktree: Pick<Worktree, 'path'>): void
  list(directory: string): RunWorktree[]
  findLoss(directory: string, worktree: RunWorktree): WorktreeLoss
  /** Removes the worktree with all its content, and returns whether it is gone. Never throws. */
  remove(directory: string, worktree: Pick<Worktree, 'path' | 'branch'>, branch: 'deleted' | 'kept'): boolean
}

/** A manifest with the digests of all its files. */
export interface ManifestSource {
  readonly manifest: Manifest
  /** The file itself, then the files that it extends. */
  readonly chain: readonly { readonly file: string; readonly digest: string }[]
  /** The parsed content of each file of `chain`, in the same order. */
  readonly layers: readonly ManifestLayer[]
}

export interface ManifestLayer {
  readonly file: string
  readonly data: unknown
  /** Whether the file ships with foreword. */
  readonly shipped: boolean
}

/** The redaction rules of a project, besides the built-in ones: its known secrets, and the patterns of its manifest. */
export interface ProjectRedactionRules {
  readonly rules: readonly OutsideRule[]
  /** Unreadable files, each with the reason and without content. */
  readonly trouble: readonly string[]
  /** Files in the project that the rules come from. */
  readonly files: readonly string[]
  /** Paths in the project, existing or not, whose change could change a rule. */
  readonly places: readonly string[]
  /** Whether a rule depends on more than files, such as an environment variable. */
  readonly elsewhere: boolean
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
  sources(project: Project, exclude: readonly string[]): Promise<SourceReader>
  /** Pass `useCache: false` for many small texts that are counted once. Default: true. */
  counter(unit: Manifest['measure'], options?: { readonly useCache: boolean }): Promise<TokenCounter>
  loadManifest(file: string): Promise<ManifestSource>
  /** A preset that the build has validated; null for any other file. Parses nothing. */
  shippedManifest(file: string): ManifestSource | null
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
  trust(project: Project): Promise<TrustState>
  /** The checked-out commit, read without starting git; null outside a repository. */
  commit(directory: string): string | null
}

/** The directories that foreword writes results to. */
export interface OutputDirectories {
  /** The directory of the runs of `dispatch`. */
  runs(directory: string): RunStore
  /** Writes into a directory that the user named: all files at once if it is new, else file by file. Null deletes a file. */
  writeInto(directory: string, files: Readonly<Record<string, string | null>>): void
}

/** The files that a preset adds to a new project. */
export interface Templates {
  /** Relative paths with placeholders, sorted. */
  list(preset: string): readonly { readonly path: string; readonly text: string }[]
  /** Whether no file has the path. Refuses a path that leads out of the root. */
  isFree(root: string, path: string): boolean
  /** Writes a new file. Never overwrites and never leaves the root. */
  writeNew(root: string, path: string, text: string): 'written' | 'kept'
}
