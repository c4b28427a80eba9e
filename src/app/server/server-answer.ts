// What a server offers to whoever is connected. Plain data: no protocol is known here.
import type { ContextShowResult } from '../history/index.ts'

/** Who asks through a server, as they say themselves. */
export interface Caller {
  /** The connection, or what stands for it. */
  readonly session: string | undefined
  /** `claude-code 2.1.325`; null where nobody said. */
  readonly client: string | null
}

export interface ProjectInfo {
  readonly project: string
  /** Of its addresses; foreword's own where nothing is offered. */
  readonly scheme: string
  /** Why nothing is offered; null when there is no reason. */
  readonly inert: string | null
}

/** One thing that can be read. Told without reading it. */
export interface ServerResource {
  readonly address: string
  readonly kind: 'collection' | 'document' | 'context' | 'state' | 'plugin' | 'section'
  readonly name: string
  readonly about: string | null
  readonly tier: string | null
}

/** Addresses of one form. */
export interface ServerTemplate {
  /** With one `{variable}`. */
  readonly template: string
  readonly variable: string
  readonly name: string
  readonly about: string | null
}

export interface CompletionResult {
  readonly values: readonly string[]
  /** How many there are, said or not. */
  readonly total: number
  readonly hasMore: boolean
}

export interface SearchHit {
  readonly address: string
  readonly path: string
  readonly title: string
  /** First and last line of the excerpt. */
  readonly lines: readonly [number, number]
  /** Why it was found, in words. */
  readonly why: readonly string[]
  readonly excerpt: string
}

export interface SearchResult {
  readonly query: string
  /** Null where nothing was found, and so nothing was sent. */
  readonly injection_id: string | null
  readonly hits: readonly SearchHit[]
  /** How many more there are. */
  readonly more: number
  /** All of it, for a model. */
  readonly text: string
}

/** How one section or address stands: whether it is sent, and why or why not. */
export interface ExplainResult {
  readonly asked: string | null
  readonly text: string
}

/** A task with its context, to begin with. */
export interface StartTaskResult {
  readonly injection_id: string
  readonly text: string
  readonly tokens: number
}

export type StatusResult = ContextShowResult
