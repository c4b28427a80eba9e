import type { TriggerRule } from '../../manifest/index.ts'
import type { Diagnostic } from '../../values/index.ts'

/** What a session was told of one section. */
export interface SentSection {
  readonly section: string
  /** Of the text, before it was made to fit; of what lay behind it where it was only named, or read by its address. */
  readonly digest: string
  /** `left-out`: a document that was there and had no room when the session began. It has nothing of it, and it is not new. */
  readonly form: 'content' | 'declared' | 'read' | 'removed' | 'left-out'
  readonly turn: number
  /** ISO 8601, UTC. */
  readonly at: string
}

/** A section that was due and had no room: it is due until it was sent. */
export interface WaitingSection {
  readonly section: string
  /** Since when. */
  readonly turn: number
}

/** One sitting of an agent, as counted in the store. */
export interface SessionCount {
  readonly session: string
  readonly agent: string | null
  readonly startedAt: string
  readonly lastAt: string
  readonly turns: number
  readonly refreshedAt: string | null
  readonly refreshedTurn: number | null
  readonly told: readonly SentSection[]
  readonly waiting: readonly WaitingSection[]
}

/** What tells a prompt from others: the agent's own id of its turn, or else its text, both as a digest. */
export interface PromptIdentity {
  readonly digest: string
  /** Whether it is the agent's id: nobody gives the same one twice, as people say the same words. */
  readonly isId: boolean
}

/** What made somebody ask. A look is when nothing happened. */
export type SessionEvent =
  | {
      readonly kind: 'turn'
      /** With which it begins; null or left out where that is not known. */
      readonly prompt?: PromptIdentity | null
    }
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'look' }

/** A section as it would be sent now. Unavailable is trouble, and no sign that it is gone. */
export type CurrentSection =
  | {
      readonly section: string
      readonly state: 'found'
      /** Of the text, before it is made to fit. */
      readonly content: string
      /** Of what lies behind it, where a session knows only its address. */
      readonly declared: string
    }
  | { readonly section: string; readonly state: 'absent' }
  | { readonly section: string; readonly state: 'unavailable'; readonly why: string }

export interface RefreshSection {
  readonly id: string
  /** The section of the manifest, where this is one of its documents. */
  readonly of?: string
  /** Null for one that is only looked at: it is never sent. */
  readonly tier: string | null
  /** Where it comes from, as triggers name it. */
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
  /** Null where sessions are not counted. */
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

/** A section, and what it is to the session. */
export interface SectionToSend {
  readonly section: string
  readonly as: 'baseline' | 'update' | 'removed'
  /** Empty for what is gone. */
  readonly digest: string
}

export interface RefreshDecision {
  /** In the manifest's order. */
  readonly send: readonly SectionToSend[]
  /** Why nothing is sent; null where something is. */
  readonly nothing: 'cooldown' | 'no-trigger' | 'unchanged' | null
  readonly triggers: readonly TriggerResult[]
  readonly diagnostics: readonly Diagnostic[]
}
