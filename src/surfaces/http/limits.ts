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
  readonly maxRunning: number
  readonly maxStreams: number
  readonly maxConnections: number
  /** How long running requests may continue when the server stops. */
  readonly shutdownMs: number
}

export const defaultHttpLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  arrivalMs: 30_000,
  answerMs: 60_000,
  unreadMs: 30_000,
  idleMs: 30_000,
  maxRunning: 100,
  maxStreams: 1_000,
  maxConnections: 1_500,
  shutdownMs: 10_000,
}
