import type {
  PromptIdentity,
  SentSection,
  SessionCount,
  SessionStart,
  StartDecision,
  WaitingSection,
} from '../core/session/index.ts'

export type { SentSection, SessionCount, SessionStart, StartDecision, WaitingSection }

/** Counts sessions and turns, and remembers the sections that each session has. Several processes may use a session at once. */
export interface Sessions {
  get(session: string): SessionCount | null
  /**
   * Counts a turn; starts the session if it is new. Null if another process has counted the same prompt, because that process
   * answers it.
   */
  countTurn(
    session: string,
    turn: { readonly agent: string | null; readonly now: string; readonly prompt: PromptIdentity | null },
  ): SessionCount | null
  /**
   * Decides whether to send an output part at the start of a session. Atomic: of all callers for one part, exactly one sends it. Records
   * nothing for an update, which goes through `recordSent`.
   */
  begin(session: string, start: SessionStart): StartDecision
  /** Records the sent sections. Atomic, so that only one of two processes sends. False if another process was first. */
  recordSent(
    session: string,
    sent: {
      readonly agent: string | null
      readonly now: string
      /** Whether this is a refresh, which starts the cooldown. */
      readonly refresh: boolean
      /** The value of `refreshedAt` when the sender decided. */
      readonly since: string | null
      readonly sections: readonly Omit<SentSection, 'turn' | 'at'>[]
      /** All sections that were due and did not fit, unless another process recorded meanwhile; left out if the caller did not look for them. */
      readonly waiting?: readonly string[]
    },
  ): boolean
  /** Most recently active first. */
  list(limit: number): readonly SessionCount[]
  /** Deletes sessions that were last active before this time (ISO 8601), and returns their number. */
  forget(before: string, dryRun: boolean): number
  close(): void
}

/** The sessions of a project, or the reason why they are unavailable. */
export interface SessionStore {
  readonly sessions: Sessions | null
  /** Also null if the user switched recording off. */
  readonly trouble: string | null
}
