// What use cases get from outside, as one value that `compose` builds for a surface. A member that needs a slow adapter is a
// function, which loads the adapter when it is called.
import type { Agent } from '../../agents/index.ts'
import type {
  AgentRunner,
  Drafts,
  EngineServices,
  History,
  Outbox,
  OutputChoice,
  OutputFile,
  PacketTrial,
  Project,
  Recorder,
  SessionStore,
  StoreTrouble,
} from '../../ports/index.ts'
import type { WorktreeTrust } from '../dispatch/index.ts'
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
import type { DoctorDeps, Presets } from '../setup/index.ts'
import type { KnowledgeDeps, MemoryDeps } from '../sources/index.ts'
import type { TrustDeps } from '../trust/index.ts'

export interface Services extends ProcessServices, RecordingServices, StoreServices, SetupServices {
  readonly version: string
  readonly engine: EngineServices
  /** For warnings while the work goes on. */
  readonly warn: (trouble: { readonly detail: string }) => void
  runner(): Promise<AgentRunner>
  /** Trust of a project, lent to the worktrees of its runs. */
  lending(): Promise<WorktreeTrust>
  memory(choice: StoreChoice): Promise<MemoryDeps>
  knowledge(project: Project): Promise<Pick<KnowledgeDeps, 'files' | 'stamp' | 'manifestPath'>>
  scrub(order: ScrubInput): Promise<ScrubDeps>
  /** The Model Context Protocol on standard input and output, until the client disconnects. */
  serveStdio(project: Project): Promise<void>
  /** The same over HTTP, until the program is told to stop. */
  serveHttp(project: Project, options: ServeOptions): Promise<Serving>
}

/** Where the program was started, and what is there. */
export interface ProcessServices {
  readonly cwd: string
  project(choice: ProjectChoice): Project
  /** The directory of the project around the current directory. */
  projectAround(): string
  /** Seen from the current directory. */
  resolve(path: string): string
  isDirectory(path: string): boolean
  /** Null for standard input. */
  readText(file: string | null): string
  /** All agents, with whether their program is on PATH. */
  agents(): Promise<readonly (Agent & { readonly installed: boolean })[]>
}

export interface ProjectChoice {
  readonly repo: string
  /** The use of the project, where one without a manifest has another preset for that. */
  readonly purpose?: 'bundle' | undefined
  readonly manifest?: string | undefined
  readonly preset?: string | undefined
  readonly roots: Readonly<Record<string, string>>
}

/** Where packets and records of them go. */
export interface RecordingServices {
  recording(project: Project): {
    readonly recorder: Recorder
    counting(): Promise<SessionStore>
  }
  outbox(): Promise<Outbox>
  /** A file that the user named, seen from the project. Refuses a place that must not be written. */
  outputFile(project: Project, choice: OutputChoice): Promise<OutputFile>
  /** Takes receipts that wait in the spool to the server, where the store is on one. */
  sendSpool(project: Project, warn: (trouble: StoreTrouble) => void): Promise<void>
}

/** The store, and what questions about it need. */
export interface StoreServices {
  /** Opens the store, asks, and closes it. */
  withStore<Answer>(
    choice: StoreChoice,
    ask: (opened: OpenedStore) => Promise<Answer>,
    options?: OpenOptions,
  ): Promise<Answer>
  repairStore(choice: StoreChoice): Promise<RepairResult>
  sessions(choice: StoreChoice): Promise<{
    list(limit: number): Promise<SessionsResult>
    /** How many sessions were, or would be, forgotten. */
    forget(order: { readonly before: string; readonly dryRun: boolean }): Promise<number>
  }>
  /** Lines of a file; null for standard input. */
  readLines(file: string | null): AsyncIterable<string>
  writeLines(file: string): Promise<LineSink>
  proof(): Promise<CheckpointDeps>
  history(): Promise<History>
  /** Runs a command with one packet after another. */
  packetTrial(command: readonly string[]): Promise<PacketTrial>
}

/** For the first steps in a project, and the settings of agents. */
export interface SetupServices {
  presets(): Promise<Presets>
  drafts(): Promise<Drafts>
  trust(): Promise<TrustDeps>
  /** Whatever is tried goes with the call. */
  withTrials<Answer>(project: Project, use: (tools: DoctorDeps) => Promise<Answer>): Promise<Answer>
}

export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly allowHosts: readonly string[]
  readonly requireToken: boolean
  readonly newToken: boolean
  /** A line for each request. */
  readonly log: ((line: string) => void) | null
}

export interface Serving {
  readonly where: ServeResult
  /** Settles when the server has stopped and everything is released. */
  readonly ended: Promise<void>
}
