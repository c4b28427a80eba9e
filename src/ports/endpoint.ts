/** One piece of text in a request to a model. */
export interface ModelText {
  /** The role in the words of the request: system, developer, user, assistant, model, tool. */
  readonly role: string
  readonly text: string
  /** Index of its message, from 0. Instructions outside the messages count as the first message. */
  readonly message: number
}

/** A request of an agent to a model. Headers are never kept, because they hold keys. */
export interface ModelRequest {
  readonly method: string
  /** Without the query, because it can hold a key. */
  readonly path: string
  /** The requested model; null if the request names none. */
  readonly model: string | null
  /** In the order in which the model would see them; empty if the body is unreadable. */
  readonly texts: readonly ModelText[]
}

/** A fake model on this machine. It answers every request with one short text and keeps the requests. */
export interface ModelEndpoint {
  /** Without a trailing slash. */
  readonly url: string
  /** The first 200 requests, in order of arrival. */
  requests(): readonly ModelRequest[]
  close(): Promise<void>
}
