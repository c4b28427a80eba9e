// The dependencies of use cases, as one value that `compose` builds for a surface. A member that needs a slow adapter is a
// function, which loads the adapter when it is called.
import type { Agent } from '../../agents/index.ts'
import type {
  AgentRunner,
  CommitHistory,
  Drafts,
  EngineServices,
  NamedAgent,
  OutputChoice,
  OutputDirectories,
  OutputFile,
  PacketTrial,
  Project,
  Recorder,
  SessionStore,
  StoreTrouble,
} from '../../ports/index.ts'
import type { CheckDeps } from '../check/index.ts'
import type {
  CheckpointDeps,
  LineSink,
  OpenedStore,
  OpenOptions,
  RepairResult,
  StoreChoice,
} from '../history/index.ts'
import type { ScrubDeps, ScrubInput } from '../redaction/index.ts'
import type { ServeResult } from '../server/index.ts'
import type { SessionsResult } from '../session/index.ts'
import type { DirectoryFacts, DoctorDeps, Presets } from '../setup/index.ts'
import type { KnowledgeDeps, MemoryDeps } from '../sources/index.ts'
import type { TrustDeps } from '../trust/index.ts'

export interface Services extends ProcessServices, RecordingServices, StoreServices, SetupServices {
  readonly version: string
  readonly engine: EngineServices
  /** Prints a warning while the work continues. */
  readonly warn: (trouble: { readonly detail: string }) => void
  runner(): Promise<AgentRunner>
  memory(choice: StoreChoice): Promise<MemoryDeps>
  knowledge(project: Project): Promise<Pick<KnowledgeDeps, 'files' | 'stamp' | 'manifestPath'>>
  scrub(input: ScrubInput): Promise<ScrubDeps>
  check(project: Project): Promise<Omit<CheckDeps, 'tell'>>
  /** Serves the Model Context Protocol on standard input and output, until the client disconnects. */
  /** `hasHooks`: hooks send the context already, so the server does not send it again. */
  serveStdio(project: Project, options: { readonly hasHooks: boolean }): Promise<void>
  /** Serves it over HTTP, until the process gets a signal to stop. */
  serveHttp(project: Project, options: ServeOptions): Promise<Serving>
}

/** The directory that foreword was started in, and its surroundings. */
export interface ProcessServices {
  readonly cwd: string
  project(choice: ProjectChoice): Project
  /** The names of the manifests that ship with foreword. */
  presetNames(): readonly string[]
  /** The directory of the project around the current directory. */
  projectAround(): string
  /** Resolves a path against the current directory. */
  resolve(path: string): string
  isDirectory(path: string): boolean
  /** Reads a text file; `null` reads standard input. */
  readText(file: string | null): string
  /** All agents, with whether their program is on PATH. */
  agents(): Promise<readonly (Agent & { readonly installed: boolean })[]>
  /** The agents that the user has named. Refuses a configuration with a fault. */
  namedAgents(project: Project): Promise<readonly NamedAgent[]>
}

export interface ProjectChoice {
  readonly repo: string
  /** The use of the project. It decides the preset of a project without a manifest. */
  readonly purpose?: 'bundle' | undefined
  readonly manifest?: string | undefined
  readonly preset?: string | undefined
  readonly roots: Readonly<Record<string, string>>
}

/** Writes packets and their records. */
export interface RecordingServices {
  /** Records injections. Waits for a database server, unless the caller sends the spool later. */
  recording(
    project: Project,
    options?: { readonly sendLater?: boolean },
  ): {
    readonly recorder: Recorder
    counting(): Promise<SessionStore>
  }
  outbox(): Promise<OutputDirectories>
  /** Opens an output file that the user named. Refuses a path that foreword must not write. */
  outputFile(project: Project, choice: OutputChoice): Promise<OutputFile>
  /** Sends the receipts in the spool to the server, if the store is on a server. */
  sendSpool(project: Project, warn: (trouble: StoreTrouble) => void): Promise<void>
}

/** The store, and the dependencies of commands that read it. */
export interface StoreServices {
  /** Opens the store, calls `use`, and closes the store. */
  withStore<Result>(
    choice: StoreChoice,
    use: (opened: OpenedStore) => Promise<Result>,
    options?: OpenOptions,
  ): Promise<Result>
  repairStore(choice: StoreChoice): Promise<RepairResult>
  sessions(choice: StoreChoice): Promise<{
    list(limit: number): Promise<SessionsResult>
    /** Deletes sessions, or only counts them in a dry run, and returns their number. */
    forget(input: { readonly before: string; readonly dryRun: boolean }): Promise<number>
  }>
  /** Reads the lines of a file; `null` reads standard input. */
  readLines(file: string | null): AsyncIterable<string>
  writeLines(file: string): Promise<LineSink>
  proof(): Promise<CheckpointDeps>
  history(): Promise<CommitHistory>
  /** Runs a command with one packet after another. */
  packetTrial(command: readonly string[]): Promise<PacketTrial>
}

/** Sets up a project and the settings of agents. */
export interface SetupServices {
  presets(): Promise<Presets>
  drafts(): Promise<Drafts>
  trust(): Promise<TrustDeps>
  /** Calls `use`, then removes everything that its trials left. */
  withTrials<Result>(project: Project, use: (deps: DoctorDeps) => Promise<Result>): Promise<Result>
  directoryFacts(project: Project): Promise<DirectoryFacts>
}

export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly allowHosts: readonly string[]
  readonly requireToken: boolean
  readonly newToken: boolean
  /** Gets one line per request. */
  readonly log: ((line: string) => void) | null
}

export interface Serving {
  readonly where: ServeResult
  /** Settles when the server has stopped and everything is released. */
  readonly ended: Promise<void>
}
