/** Limits of one server for all clients together. */
export interface HttpLimits {
  readonly bodyBytes: number
  readonly headerBytes: number
  /** Time from the connection until all headers have arrived. */
  readonly headersMs: number
  /** Time until the whole request has arrived. */
  readonly arrivalMs: number
  /** Time until the route has answered. */
  readonly answerMs: number
  /** How long a client may leave sent data unread. */
  readonly unreadMs: number
  /** How long a connection stays open for the next request. */
  readonly idleMs: number
  readonly running: number
  readonly streams: number
  readonly connections: number
  /** How long running requests may continue when the server stops. */
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
