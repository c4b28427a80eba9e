import type { RefreshDecision, SessionCount, ToSend, TriggerAnswer } from '../../core/refresh/index.ts'
import type { Recorded } from '../../ports/index.ts'

/** What came of asking whether a session must be told again. */
export interface RefreshAnswer {
  readonly session: string
  /** Null where sessions are not counted. */
  readonly turns: number | null
  readonly injection_id: string | null
  readonly sent: readonly ToSend[]
  /** Sections that were due and had no room: due again with the next event. */
  readonly waiting: readonly string[]
  /** Null where something was sent. */
  readonly nothing: {
    readonly reason: NonNullable<RefreshDecision['nothing']> | 'told-meanwhile' | 'not-counted'
    readonly detail: string
    /** When the session may be told again, where it must be left alone now. */
    readonly until: string | null
  } | null
  readonly triggers: readonly TriggerAnswer[]
  /** Of the packet, in the manifest's measure. */
  readonly total: number
  readonly measure: string | null
  readonly kept: Recorded['kept'] | null
  readonly warnings: readonly string[]
  /** The packet. */
  readonly text: string | null
}

export interface SessionsAnswer {
  readonly project: string
  readonly sessions: readonly {
    readonly session: string
    readonly agent: string | null
    readonly started_at: string
    readonly last_at: string
    readonly turns: number
    readonly refreshed_at: string | null
    readonly refreshed_turn: number | null
    readonly told: SessionCount['told']
    readonly waiting: SessionCount['waiting']
  }[]
}
