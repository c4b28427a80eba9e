import type { Agent, EventRule, HookEvent } from '../../../agents/index.ts'
import type { Request } from '../../../core/plan/index.ts'
import type { SessionEvent } from '../../../core/session/index.ts'
import type { Refusal } from '../../../core/values/index.ts'
import type { EngineServices, Project, Recorder, SessionStore } from '../../../ports/index.ts'
import type { HookDeadline } from './deadline.ts'
import type { HookInput } from './hook-input.ts'
import type { OutputPart } from './split-packet.ts'

/** Stores that a hook may use after its deadline. */
export interface HookStores {
  readonly recorder: Recorder
  counting(project: Project): Promise<SessionStore>
}

/** All of these stop at the deadline, except `late`. */
export interface HookDeps extends HookStores {
  readonly engine: EngineServices
  readonly late: HookStores & { readonly engine: EngineServices }
  /** The result of the work, or the refusal `too-late`. */
  inTime<T>(work: Promise<T>): Promise<T>
  /** Why the hook must not use the manifest; null if it may. */
  inert(project: Project): Promise<string | null>
  /**
   * Updates for a session. `elsewhere`: another process answers the prompt or has just sent the updates. `failed`: the updates could not
   * be recorded, so none are sent.
   */
  refresh(input: {
    project: Project
    request: Request
    session: string
    happened: SessionEvent
  }): Promise<{ text: string | null; elsewhere: boolean; failed: boolean }>
  /** Sections of the session's packets that did not arrive, by its transcript; `ended` if the session is over. */
  lost(input: {
    project: Project
    agent: Agent
    input: HookInput
    ended: boolean
  }): Promise<readonly string[]>
  exists(path: string): boolean
  /** Writes the journal of a finished session. Returns a line for the user if that failed; otherwise null. */
  journal(ended: { project: Project; agent: Agent; input: HookInput }): Promise<string | null>
}

export interface HookCall {
  readonly project: Project
  readonly agent: Agent
  readonly event: HookEvent
  readonly rule: EventRule
  readonly input: HookInput
  /** Why the input is invalid; null if it is valid. */
  readonly fault: Refusal | null
  readonly part: OutputPart
  readonly deadline: HookDeadline
  /** The injection that the session got with its first prompt, for example from `dispatch`. */
  readonly firstPromptInjection: string | null
}

export interface HookResult {
  /** The whole standard output. */
  readonly print: string
  /** One line for the user, on standard error; null for none. */
  readonly notice: string | null
  /** Work to do after the agent has its answer. */
  readonly afterwards: (() => Promise<unknown>) | null
}

/** The progress of a hook, for when it has to stop. */
export interface HookProgress {
  /** Whether the hook may use the manifest. */
  permitted: boolean
  /** The text that this hook has claimed, so that no other process sends it. */
  text: string | null
}
