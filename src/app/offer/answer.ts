// What a server offers to whoever is connected. Plain data: no protocol is known here.
import type { ContextShowAnswer } from '../past/answers-context.ts'

/** Who asks through a server, as they say themselves. */
export interface Caller {
  /** The connection, or what stands for it. */
  readonly session: string | undefined
  /** `claude-code 2.1.325`; null where nobody said. */
  readonly client: string | null
}

export interface OfferAbout {
  readonly project: string
  readonly scheme: string
  /** What every client passes on to its model, in few words. */
  readonly instructions: string
  /** Why nothing is offered; null when there is no reason. */
  readonly inert: string | null
}

/** One thing that can be read. Told without reading it. */
export interface OfferedResource {
  readonly address: string
  readonly kind: 'collection' | 'document' | 'context' | 'state' | 'plugin' | 'section'
  readonly name: string
  readonly about: string | null
  readonly tier: string | null
}

/** Addresses of one form. */
export interface OfferedTemplate {
  /** With one `{variable}`. */
  readonly template: string
  readonly variable: string
  readonly name: string
  readonly about: string | null
}

export interface SearchHit {
  readonly address: string
  readonly title: string
  /** Why it was found, in words. */
  readonly why: readonly string[]
  readonly excerpt: string
}

export interface SearchAnswer {
  readonly query: string
  readonly hits: readonly SearchHit[]
  /** Why there is nothing, where there is nothing. */
  readonly nothing: string | null
}

/** How one section or address stands: whether it is sent, and why or why not. */
export interface ExplainAnswer {
  readonly asked: string | null
  readonly text: string
}

/** A task with its context, to begin with. */
export interface StartAnswer {
  readonly injection_id: string
  readonly text: string
  readonly tokens: number
}

export type StatusAnswer = ContextShowAnswer
