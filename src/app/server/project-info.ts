// The results of a server, as plain data that is independent of any protocol.
import type { ContextShowResult } from '../history/index.ts'

/** The client of a server, as it describes itself. */
export interface Caller {
  /** Id of the connection, or of its replacement. */
  readonly session: string | undefined
  /** For example `claude-code 2.1.325`; null if the client did not say. */
  readonly client: string | null
}

export interface ProjectInfo {
  readonly project: string
  /** Scheme of the project's addresses; `foreword` if nothing is served. */
  readonly scheme: string
  /** Why nothing is served; null if the project is served. */
  readonly inert: string | null
}

/** Something that can be read, described without reading it. */
export interface ServerResource {
  readonly address: string
  readonly kind: 'collection' | 'document' | 'context' | 'state' | 'project' | 'plugin' | 'section'
  readonly name: string
  readonly about: string | null
  readonly tier: string | null
}

/** A pattern of addresses. */
export interface ServerTemplate {
  /** Holds one `{variable}`. */
  readonly template: string
  readonly variable: string
  readonly name: string
  readonly about: string | null
}

export interface CompletionResult {
  readonly values: readonly string[]
  /** Number of all matches, listed or not. */
  readonly total: number
  readonly hasMore: boolean
}

export interface SearchHit {
  readonly address: string
  readonly path: string
  readonly title: string
  /** First and last line of the excerpt. */
  readonly lines: readonly [number, number]
  /** Why the document was found, in words. */
  readonly why: readonly string[]
  readonly excerpt: string
}

export interface SearchResult {
  readonly query: string
  /** Null if nothing was found, and so nothing was sent. */
  readonly injection_id: string | null
  readonly hits: readonly SearchHit[]
  /** Number of further hits. */
  readonly more: number
  /** The whole result, for a model. */
  readonly text: string
}

/** The state of a section or address: whether it is sent, and why or why not. */
export interface ExplainResult {
  readonly asked: string | null
  readonly text: string
}

/** A task with its context. */
export interface StartTaskResult {
  readonly injection_id: string
  readonly text: string
  readonly tokens: number
}

export type StatusResult = ContextShowResult
