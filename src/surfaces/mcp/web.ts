import {
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { McpApp } from './app.ts'
import { Listening } from './listening.ts'
import { makeServer } from './server.ts'
import { type SessionLimits, Sessions } from './sessions.ts'
import { Watch } from './watch.ts'

/** The protocol over HTTP, whoever carries it. */
export interface McpWeb {
  /** The body apart from its request: it has been read, within bounds. */
  answer(call: { readonly request: Head; readonly body: string }): Promise<Response>
  /** Ends all sessions and streams. */
  close(): Promise<void>
}

type Head = Pick<Request, 'method' | 'url' | 'headers' | 'signal'>

/** Streams of clients since 2026-07-28, which have no sessions. */
const maxSubscriptions = 1_000

/** Both generations at one address: since 2026-07-28 each request stands alone, before it belongs to a session. */
export function openWeb(app: McpApp, limits: Partial<SessionLimits> = {}): McpWeb {
  // No session is told: what stands alone is a read of its own in the record.
  const modern = createMcpHandler(() => makeServer(app, undefined), {
    legacy: 'reject',
    maxSubscriptions: maxSubscriptions,
  })
  const watch = new Watch(app.offer, app.warn)
  const sessions = new Sessions(app, watch, limits)
  const listening = new Listening(watch, modern.notify)
  return {
    async answer({ request: head, body }) {
      // Whoever has the body beside it looks at nothing else.
      const request = head as Request
      const parsedBody = request.method === 'POST' ? parsed(body) : undefined
      if (parsedBody === notJson) return parseError()
      if (!saysItsVersion(parsedBody) && (await isLegacyRequest(request, parsedBody)))
        return sessions.answer(request, parsedBody)
      await listening.hear(parsedBody, request.signal)
      return modern.fetch(request, { parsedBody })
    },
    async close() {
      await Promise.all([modern.close(), sessions.close()])
    },
  }
}

/** No older client does that. Whether it is right is looked at once, by whoever answers it. */
function saysItsVersion(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false
  const { id, method, params } = message as Partial<JSONRPCRequest>
  const isRequest = id !== undefined && typeof method === 'string' && method !== 'initialize'
  return isRequest && typeof params?._meta?.[PROTOCOL_VERSION_META_KEY] === 'string'
}

const notJson = Symbol('not JSON')

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return notJson
  }
}

function parseError(): Response {
  const error = { code: ProtocolErrorCode.ParseError, message: 'The body is not JSON.' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 })
}
