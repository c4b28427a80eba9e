import { randomUUID } from 'node:crypto'
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { McpApp } from './app.ts'
import { makeMcpServer } from './server.ts'
import { type SubscriptionHandle, serveSubscriptions } from './subscriptions.ts'
import type { ResourceWatch } from './watch.ts'

export interface SessionLimits {
  readonly maxSessions: number
  /** A session ends after this long without a request or a stream. */
  readonly idleMs: number
}

const defaults: SessionLimits = { maxSessions: 1_000, idleMs: 30 * 60_000 }

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Number of requests in progress and open streams. */
  open: number
  lastUsed: number
}

/** Serves clients of before 2026-07-28, which open a session and send its id with every request. */
export class McpSessions {
  readonly #app: McpApp
  readonly #watch: ResourceWatch
  readonly #limits: SessionLimits
  readonly #sessions = new Map<string, Session>()
  readonly #sweeping: NodeJS.Timeout
  /** Sessions that are being opened. They count towards the limit. */
  #opening = 0

  constructor(app: McpApp, watch: ResourceWatch, limits: Partial<SessionLimits>) {
    this.#app = app
    this.#watch = watch
    this.#limits = { ...defaults, ...limits }
    const every = Math.min(60_000, this.#limits.idleMs)
    this.#sweeping = setInterval(() => this.#sweep(), every).unref()
  }

  async answer(request: Request, parsedBody: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id === null) return this.#begin(request, parsedBody)
    const session = this.#sessions.get(id)
    if (session === undefined)
      return makeFailure(
        404,
        -32_001,
        'Unknown session. It may have ended; send "initialize" to start another.',
      )
    return useSession(session, request, parsedBody)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping)
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()))
  }

  async #begin(request: Request, parsedBody: unknown): Promise<Response> {
    if (!isInitializeRequest(parsedBody)) {
      return makeFailure(
        400,
        -32_000,
        'Send "initialize" first, then its Mcp-Session-Id header with every request.',
      )
    }
    if (!this.#makeRoom()) {
      const busy = makeFailure(503, -32_000, 'Too many sessions are open. Try again later.')
      busy.headers.set('retry-after', '60')
      return busy
    }
    this.#opening++
    try {
      return await this.#open(request, parsedBody)
    } finally {
      this.#opening--
    }
  }

  async #open(request: Request, parsedBody: unknown): Promise<Response> {
    const transport = this.#newTransport()
    let heard: SubscriptionHandle | undefined
    const server = await makeMcpServer(this.#app, undefined, () => heard?.listed())
    heard = serveSubscriptions(server, this.#watch)
    server.onclose = heard.stop
    await server.connect(transport)
    const session = { transport, open: 0, lastUsed: Date.now() }
    const answer = await useSession(session, request, parsedBody)
    const { sessionId } = transport
    if (sessionId === undefined || !answer.ok) await transport.close()
    else this.#sessions.set(sessionId, session)
    return answer
  }

  #newTransport(): WebStandardStreamableHTTPServerTransport {
    return new WebStandardStreamableHTTPServerTransport({
      // The id must be hard to guess, because a client with the id can use the session.
      sessionIdGenerator: () => randomUUID(),
      onsessionclosed: (id) => void this.#sessions.delete(id),
      // The server sends nothing between a request and its response, so a stream is not needed.
      enableJsonResponse: true,
    })
  }

  /** Ends the session that was idle longest. Its client gets an error at its next request and opens another session. */
  #makeRoom(): boolean {
    if (this.#sessions.size + this.#opening < this.#limits.maxSessions) return true
    const idle = [...this.#sessions].filter(([, { open }]) => open === 0)
    const [oldest] = idle.sort(([, a], [, b]) => a.lastUsed - b.lastUsed)
    if (oldest === undefined) return false
    this.#end(...oldest)
    return true
  }

  #sweep(): void {
    const before = Date.now() - this.#limits.idleMs
    for (const [id, session] of this.#sessions) {
      if (session.open === 0 && session.lastUsed < before) this.#end(id, session)
    }
  }

  #end(id: string, { transport }: Session): void {
    this.#sessions.delete(id)
    void transport.close()
  }
}

function useSession(session: Session, request: Request, parsedBody: unknown): Promise<Response> {
  session.open++
  const done = () => {
    session.open--
    session.lastUsed = Date.now()
  }
  if (request.signal.aborted) done()
  else request.signal.addEventListener('abort', done, { once: true })
  return session.transport.handleRequest(request, { parsedBody })
}

function makeFailure(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })
}
