/** How much one server does at a time, for anybody. */
export interface HttpLimits {
  readonly bodyBytes: number
  readonly headerBytes: number
  /** Until all headers have arrived, from the moment that the connection is there. */
  readonly headersMs: number
  /** Until the whole request has arrived. */
  readonly arrivalMs: number
  /** Until there is an answer. */
  readonly answerMs: number
  /** How long a client may leave a stream unread that has something for it. */
  readonly unreadMs: number
  /** How long a connection stays open for the next request. */
  readonly idleMs: number
  readonly running: number
  readonly streams: number
  readonly connections: number
  /** How long what runs may go on when the server stops. */
  readonly farewellMs: number
}

export const usualLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  arrivalMs: 30_000,
  answerMs: 60_000,
  unreadMs: 30_000,
  idleMs: 30_000,
  running: 100,
  streams: 1_000,
  connections: 1_500,
  farewellMs: 10_000,
}
