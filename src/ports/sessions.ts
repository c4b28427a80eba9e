import type {
  PromptIdentity,
  SentSection,
  SessionCount,
  SessionStart,
  StartDecision,
  WaitingSection,
} from '../core/session/index.ts'

export type { SentSection, SessionCount, SessionStart, StartDecision, WaitingSection }

/** Counts sessions and turns, and remembers what each session has. Two programs may speak of one session at once. */
export interface Sessions {
  get(session: string): SessionCount | null
  /**
   * Begins the session where it is new. Returns the count after it; null where another program has counted the same prompt, and answers
   * it.
   */
  turn(
    session: string,
    turn: { readonly agent: string | null; readonly now: string; readonly prompt: PromptIdentity | null },
  ): SessionCount | null
  /** What comes of a value at its start. In one step: of many who ask for the same one, one sends it. */
  begin(session: string, start: SessionStart): StartDecision
  /** What was sent. In one step, so that of two programs one sends. False when somebody else told it meanwhile. */
  tell(
    session: string,
    told: {
      readonly agent: string | null
      readonly now: string
      /** Whether it was a refresh, and so begins the cooldown. */
      readonly refresh: boolean
      /** The state the sender decided on, as `refreshedAt` was then. */
      readonly since: string | null
      readonly sections: readonly Omit<SentSection, 'turn' | 'at'>[]
      /** All that was due and had no room, if nobody told the session meanwhile; left out where nobody asked what is due. */
      readonly waiting?: readonly string[]
    },
  ): boolean
  /** The one heard of last comes first. */
  list(limit: number): readonly SessionCount[]
  /** Of sessions not heard of since this time (ISO 8601). Returns how many there were. */
  forget(before: string, dryRun: boolean): number
  close(): void
}

/** The sessions of a project, or the reason why they cannot be counted. */
export interface SessionStore {
  readonly sessions: Sessions | null
  /** Null if the user asked that nothing is kept. */
  readonly trouble: string | null
}
