import type { Agent, HookRules } from '../../agents/index.ts'
import type { SettingsPlace, TrustState, TryHook } from '../../ports/index.ts'
import type { InstallTools } from '../install/install.ts'
import type { DeliveryProof, DoctorFile } from './answer.ts'

export interface DoctorTools extends InstallTools {
  readonly tryHook: TryHook
  /** Of the project's manifest. */
  trust(): Promise<TrustState['state']>
  /** Another file of the agent, below the home of the user. */
  userPlace(rule: HookRules['settings'], user: string): SettingsPlace
  /** Names of other files beside one. */
  beside(file: string): readonly string[]
  exists(path: string): boolean
  /** Letters and digits that no session has yet. */
  random(): string
  /** Runs the agent itself against a model of our own; null where that is not possible. */
  readonly proveWith: ((agent: Agent) => Promise<DeliveryProof>) | null
}

/** A settings file, with what only the examination needs. */
export interface Looked extends DoctorFile {
  readonly place: SettingsPlace
  readonly faults: readonly string[]
}
