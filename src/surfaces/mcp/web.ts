import {
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { McpApp } from './app.ts'
import { makeMcpServer } from './server.ts'
import { McpSessions, type SessionLimits } from './sessions.ts'
import { StreamSubscriptions } from './stream-subscriptions.ts'
import { ResourceWatch } from './watch.ts'

/** The protocol over HTTP, independent of the HTTP server. */
export interface McpWeb {
  /** The body is separate, because the HTTP server has read it within its limits. */
  answer(call: { readonly request: Head; readonly body: string }): Promise<Response>
  /** Ends all sessions and streams. */
  close(): Promise<void>
}

type Head = Pick<Request, 'method' | 'url' | 'headers' | 'signal'>

/** The most streams of clients since 2026-07-28, which have no sessions. */
const maxSubscriptions = 1_000

/** Serves both generations of the protocol at one URL: with sessions before 2026-07-28, with independent requests since. */
export function openMcpWeb(app: McpApp, limits: Partial<SessionLimits> = {}): McpWeb {
  // No session: an independent request is recorded on its own.
  const modern = createMcpHandler(() => makeMcpServer(app, undefined), {
    legacy: 'reject',
    maxSubscriptions: maxSubscriptions,
  })
  const watch = new ResourceWatch(app.service, app.warn)
  const sessions = new McpSessions(app, watch, limits)
  const listening = new StreamSubscriptions(watch, modern.notify)
  return {
    async answer({ request: head, body }) {
      // The SDK reads nothing else of the request if it gets the body.
      const request = head as Request
      const parsedBody = request.method === 'POST' ? parseBody(body) : undefined
      if (parsedBody === notJson) return makeParseError()
      if (!hasVersion(parsedBody) && (await isLegacyRequest(request, parsedBody)))
        return sessions.answer(request, parsedBody)
      await listening.hear(parsedBody, request.signal)
      return modern.fetch(request, { parsedBody })
    },
    async close() {
      await Promise.all([modern.close(), sessions.close()])
    },
  }
}

/** Older clients never send a version in a request. The handler validates the version. */
function hasVersion(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false
  const { id, method, params } = message as Partial<JSONRPCRequest>
  const isRequest = id !== undefined && typeof method === 'string' && method !== 'initialize'
  return isRequest && typeof params?._meta?.[PROTOCOL_VERSION_META_KEY] === 'string'
}

const notJson = Symbol('not JSON')

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return notJson
  }
}

function makeParseError(): Response {
  const error = { code: ProtocolErrorCode.ParseError, message: 'The body is not JSON.' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 })
}
