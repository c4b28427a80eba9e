import type { TriggerRule } from '../../manifest/index.ts'
import type { Diagnostic } from '../../values/index.ts'

/** A section as it was sent to a session. */
export interface SentSection {
  readonly section: string
  /** Digest of the text before it was cut to fit. If only the address was sent or read, the digest of the source. */
  readonly digest: string
  /** `left-out`: a document that did not fit when the session began. The session does not have it, but it is not new. */
  readonly form: 'content' | 'declared' | 'read' | 'removed' | 'left-out'
  readonly turn: number
  /** ISO 8601, UTC. */
  readonly at: string
}

/** A section that was due and did not fit. It stays due until it is sent. */
export interface WaitingSection {
  readonly section: string
  /** The turn since which it waits. */
  readonly turn: number
}

/** A session of an agent, as the store counts it. */
export interface SessionCount {
  readonly session: string
  readonly agent: string | null
  readonly startedAt: string
  readonly lastAt: string
  readonly turns: number
  readonly refreshedAt: string | null
  readonly refreshedTurn: number | null
  readonly sent: readonly SentSection[]
  readonly waiting: readonly WaitingSection[]
}

/** Identifies a prompt: the agent's own id of the turn or, if there is none, the text, both as a digest. */
export interface PromptIdentity {
  readonly digest: string
  /** Whether it is the agent's id. Ids are unique; the same text may be typed twice. */
  readonly isId: boolean
}

/**
 * The event behind a refresh. `resume`: the session goes on with the conversation that holds its packets, so every change is due.
 * `look`: a status query; nothing happened.
 */
export type SessionEvent =
  | {
      readonly kind: 'turn'
      /** The prompt that begins the turn; null or left out if it is not known. */
      readonly prompt?: PromptIdentity | null
    }
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'resume' }
  | { readonly kind: 'look' }

/** A section as it would be sent now. `unavailable` means that the source could not be read, not that it is gone. */
export type CurrentSection =
  | {
      readonly section: string
      readonly state: 'found'
      /** Digest of the text before it is cut to fit. */
      readonly content: string
      /** Digest of the source, for a session that has only the address. */
      readonly declared: string
    }
  | { readonly section: string; readonly state: 'absent' }
  | { readonly section: string; readonly state: 'unavailable'; readonly why: string }

export interface RefreshSection {
  readonly id: string
  /** The section of the manifest, if this is one of its documents. */
  readonly of?: string
  /** Null for a section that is only watched and never sent; empty for a section without a tier. */
  readonly tier: string | null
  /** Its sources, as triggers name them. */
  readonly uris: readonly string[]
}

export interface RefreshTier {
  readonly id: string
  readonly triggers: readonly TriggerRule[]
}

export interface RefreshFacts {
  readonly tiers: readonly RefreshTier[]
  /** In the manifest's order. */
  readonly sections: readonly RefreshSection[]
  readonly cooldownSeconds: number
  /** Null if sessions are not counted. */
  readonly session: SessionCount | null
  readonly happened: SessionEvent
  /** ISO 8601, UTC. */
  readonly now: string
}

export interface TriggerResult {
  readonly tier: string
  readonly trigger: string
  readonly fired: boolean
  readonly why: string
}

/** A section to send, and whether it is new, changed or removed for the session. */
export interface SectionToSend {
  readonly section: string
  readonly as: 'baseline' | 'update' | 'removed'
  /** Empty if the section is removed. */
  readonly digest: string
}

export interface RefreshDecision {
  /** In the manifest's order. */
  readonly send: readonly SectionToSend[]
  /** Why nothing is sent; null if something is. */
  readonly nothing: 'cooldown' | 'no-trigger' | 'unchanged' | null
  readonly triggers: readonly TriggerResult[]
  readonly diagnostics: readonly Diagnostic[]
}
