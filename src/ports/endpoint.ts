/** One piece of text that a model is asked with. */
export interface ModelText {
  /** As the request names it: system, developer, user, assistant, model, tool. */
  readonly role: string
  readonly text: string
  /** Which message it is part of, from 0; instructions beside the messages come first, as one of their own. */
  readonly message: number
}

/** What an agent asked a model. Headers are never kept: they hold keys. */
export interface ModelRequest {
  readonly method: string
  /** Without the query, which can hold a key. */
  readonly path: string
  /** What it asked for; null where it named none. */
  readonly model: string | null
  /** In the order in which the model would see them; empty where the body could not be read. */
  readonly texts: readonly ModelText[]
}

/** Stands in for a model on this machine: answers everything with one short text, and keeps what it was asked. */
export interface ModelEndpoint {
  /** Without a slash at the end. */
  readonly url: string
  /** The first 200, in the order in which they arrived. */
  requests(): readonly ModelRequest[]
  close(): Promise<void>
}
