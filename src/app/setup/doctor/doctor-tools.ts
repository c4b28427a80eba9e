import type { Agent, HookPlace, HookRules } from '../../../agents/index.ts'
import type { ListedHandler } from '../../../core/settings/index.ts'
import type {
  HookCall,
  HookTrial,
  ModelRequest,
  SettingsPlace,
  Toml,
  TrustState,
  TryHook,
} from '../../../ports/index.ts'
import type { HistoryDeps, SentInjectionRow } from '../../history/index.ts'
import type { InstallDeps } from '../install/install.ts'
import type { DoctorFile } from './outputs.ts'

export interface DoctorDeps extends InstallDeps {
  /** As the agent would, with a ledger that is thrown away. */
  readonly tryHook: TryHook
  /** Any program, in a home that is thrown away. */
  readonly tryBare: TryHook
  /** Of the project's manifest. */
  trust(): Promise<TrustState['state']>
  /** Another file of the agent, below the home of the user. */
  userPlace(rule: HookRules['settings'], user: string): SettingsPlace
  /** What lies in a directory; null where there is none, or links lead to it out of `within`. */
  names(directory: string, within: string | null): readonly string[] | null
  exists(path: string): boolean
  readonly toml: Toml
  /** Letters and digits that no session has yet. */
  random(): string
  /** ISO 8601. */
  now(): string
  /** What an agent was sent in sessions of this project; a sentence where that cannot be read. */
  sent(agent: string): Promise<readonly SentInjectionRow[] | string>
  /** Where an agent can be run so that nothing of it is left. */
  openStage(agent: Agent): Promise<TrialStage>
}

/** A home, a directory and a model of our own, for one agent. */
export interface TrialStage {
  /** Full paths: of the home, and of the directory that the agent is started in. */
  readonly home: string
  readonly project: string
  /** Of the model endpoint. */
  readonly url: string
  /** Stands in for our program: the same hooks for the same project, recorded in a ledger of the stage. */
  readonly program: readonly string[]
  write(where: 'home' | 'project', path: string, text: string): void
  /** With nothing in its environment but this and what every program needs. */
  run(order: {
    readonly words: readonly string[]
    readonly env: Readonly<Record<string, string>>
    readonly input: string
    readonly timeoutMs: number
    readonly until?: string
  }): Promise<HookTrial>
  calls(): readonly HookCall[]
  requests(): readonly ModelRequest[]
  /** What the hooks have recorded; null for nothing. */
  past(): Promise<HistoryDeps | null>
  close(): Promise<void>
}

/** A settings file, with what only the examination needs. */
export interface InspectedFile extends DoctorFile {
  readonly place: SettingsPlace
  /** Below the home, or in the project. */
  readonly path: string
  readonly holds: HookPlace['holds']
  readonly text: string | null
  /** What the text says; null where there is none, or it is no data. */
  readonly data: unknown
  /** Those of ours that "install" would write. */
  readonly handlers: readonly ListedHandler[]
  readonly faults: readonly string[]
}
