import type { Agent, EventRule, HookEvent } from '../../../agents/index.ts'
import type { Request } from '../../../core/plan/index.ts'
import type { PromptIdentity } from '../../../core/session/index.ts'
import type { Refusal } from '../../../core/values/index.ts'
import type { EngineServices, Project, Recorder, SessionStore } from '../../../ports/index.ts'
import type { HookDeadline } from './deadline.ts'
import type { HookInput } from './hook-input.ts'
import type { OutputPart } from './split-packet.ts'

/** What may go on when the time is up. */
export interface HookStores {
  readonly recorder: Recorder
  counting(project: Project): Promise<SessionStore>
}

/** All of it stops when the time is up, but for what `late` has. */
export interface HookDeps extends HookStores {
  readonly engine: EngineServices
  readonly late: HookStores & { readonly engine: EngineServices }
  /** What comes of the work, or the refusal `too-late`. */
  inTime<T>(work: Promise<T>): Promise<T>
  /** Whether the manifest may speak in a hook; a reason when it may not. */
  inert(project: Project): Promise<string | null>
  /** What a session that has begun is told again; `elsewhere` where another program answers the prompt, or has just told it. */
  refresh(order: {
    project: Project
    request: Request
    session: string
    prompt: PromptIdentity | null
  }): Promise<{ text: string | null; elsewhere: boolean }>
  /** What of the session's packets did not arrive, as its own record shows; `ended` when the session is over. */
  lost(order: {
    project: Project
    agent: Agent
    input: HookInput
    ended: boolean
  }): Promise<readonly string[]>
  /** Writes the journal of a session that is over; a line for a person where that could not be done. */
  journal(order: { project: Project; agent: Agent; input: HookInput }): Promise<string | null>
}

export interface HookCall {
  readonly project: Project
  readonly agent: Agent
  readonly event: HookEvent
  readonly rule: EventRule
  readonly input: HookInput
  /** Why the input is not the agent's; null when it is. */
  readonly fault: Refusal | null
  readonly part: OutputPart
  readonly deadline: HookDeadline
  /** The injection that somebody gave the session with its first prompt. */
  readonly given: string | null
}

export interface HookResult {
  /** For standard output, whole. */
  readonly print: string
  /** One line for a person, on standard error; null when there is nothing to say. */
  readonly notice: string | null
  /** What is still to be done when the agent has its answer. */
  readonly afterwards: (() => Promise<unknown>) | null
}

/** How far a hook has come, for when it has to stop. */
export interface HookProgress {
  /** Whether the manifest may speak. */
  permitted: boolean
  /** What is promised to the agent: nobody else will send it. */
  text: string | null
}
