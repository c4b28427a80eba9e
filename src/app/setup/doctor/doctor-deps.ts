import type { Agent, HookPlace, HookRules, MachineRule } from '../../../agents/index.ts'
import type { ListedHandler } from '../../../core/settings/index.ts'
import type {
  HookTrial,
  ModelRequest,
  RecordedHookCall,
  RunHookTrial,
  SettingsPlace,
  TrustState,
} from '../../../ports/index.ts'
import type { HistoryDeps, SentInjectionRow } from '../../history/index.ts'
import type { InstallDeps } from '../install/install.ts'
import type { DoctorFile, DoctorStore } from './doctor-output.ts'

export interface DoctorDeps extends InstallDeps {
  /** Runs a hook as the agent would, with a temporary ledger. */
  readonly tryHook: RunHookTrial
  /** Runs any program, in a temporary home. */
  readonly tryBare: RunHookTrial
  /** Trust in the project's manifest. */
  trust(): Promise<TrustState['state']>
  /** Another file of the agent, in the user's home. */
  userPlace(rule: HookRules['settings'], user: string): SettingsPlace
  /** Paths of the settings of the whole machine. */
  machineFiles(rule: MachineRule): { readonly defaults: string; readonly settings: string }
  /** The value of an environment variable. */
  variable(name: string): string | undefined
  /** The real path, as far as it exists. */
  realPath(path: string): string
  /** Names in a directory; null if it is missing, or if links lead out of `within`. */
  names(directory: string, within: string | null): readonly string[] | null
  exists(path: string): boolean
  /** Random letters and digits for a new session id. */
  random(): string
  /** ISO 8601. */
  now(): string
  /** Opens the store of the project, as a session would. */
  store(): Promise<DoctorStore>
  /** The injections of an agent in this project; a sentence if the store is unreadable. */
  sent(agent: string): Promise<readonly SentInjectionRow[] | string>
  /** Opens a temporary environment for a run of the agent. */
  openTrialEnvironment(agent: Agent): Promise<TrialEnvironment>
}

/** A temporary home, a directory and a fake model for one agent. */
export interface TrialEnvironment {
  /** Full path of the home. `project` is the directory that the agent is started in. */
  readonly home: string
  readonly project: string
  /** URL of the fake model. */
  readonly url: string
  /** Replaces our program: runs the same hooks for the same project and records them in a temporary ledger. */
  readonly program: readonly string[]
  write(where: 'home' | 'project', path: string, text: string): void
  /** Runs a program with only `env` and the basic variables in its environment. */
  run(input: {
    readonly words: readonly string[]
    readonly env: Readonly<Record<string, string>>
    readonly input: string
    readonly timeoutMs: number
    readonly until?: string
  }): Promise<HookTrial>
  calls(): readonly RecordedHookCall[]
  requests(): readonly ModelRequest[]
  /** The ledger of the trial; null if the hooks recorded nothing. */
  past(): Promise<HistoryDeps | null>
  close(): Promise<void>
}

/** A settings file, with fields for internal use. */
export interface InspectedFile extends DoctorFile {
  readonly place: SettingsPlace
  /** Path below the home or in the project. */
  readonly path: string
  readonly holds: HookPlace['holds']
  readonly text: string | null
  /** The parsed text; null for a missing or blank text. */
  readonly data: unknown
  /** Our entries that "install" would write in the same form. */
  readonly handlers: readonly ListedHandler[]
  readonly faults: readonly string[]
}
