import type { Agent } from '../../agents/index.ts'
import type {
  Compiled,
  DispatchEvent,
  DispatchOrder,
  Injected,
  Placed,
  Project,
  RunReport,
  Scrubbed,
} from '../../app/index.ts'
import type { Request } from '../../core/plan/index.ts'

/** What the command line asks of the program behind it. Each call loads only what it needs. */
export interface App {
  readonly version: string
  readonly cwd: string
  project(choice: ProjectChoice): Project
  inject(order: { project: Project; request: Request; output: string; debug: boolean }): Promise<Injected>
  explain(order: { project: Project; request: Request }): Promise<Compiled>
  dispatch(order: DispatchOrder, tell: (event: DispatchEvent) => void): Promise<RunReport[]>
  scrub(text: string, without: readonly string[]): Promise<Scrubbed>
  init(order: InitChoice): Promise<Placed[]>
  agents(): Promise<readonly (Agent & { readonly installed: boolean })[]>
  /** The names of the levels of the project's manifest. */
  levels(project: Project): Promise<readonly string[]>
  redactionRules(): Promise<readonly string[]>
  isDirectory(path: string): boolean
  readText(file: string | null): string
}

export interface ProjectChoice {
  readonly repo: string
  readonly manifest?: string | undefined
  readonly preset?: string | undefined
  readonly roots: Readonly<Record<string, string>>
}

export interface InitChoice {
  readonly repo: string
  readonly preset: string | undefined
  readonly vars: Readonly<Record<string, string>>
  readonly dryRun: boolean
}

/** How a surface is started: settings that change what the app is made of. */
export interface AppSettings {
  readonly now: Date | null
  readonly cache: boolean
}

/** Where the words go. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
}
