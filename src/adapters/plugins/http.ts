import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { type AskOptions, askServer, type LimitedTransport } from './ask-server.ts'
import { limitFetch } from './limit-fetch.ts'
import type { ResourceQuery } from './read-resources.ts'
import { makePluginFailure, type PluginRunLimits, type PluginTrouble, quoteAnswer } from './trouble.ts'

interface Server {
  readonly url: string
  /** The value of the variable that the user named, or null. */
  readonly token: string | null
}

/** Asks a running server over Streamable HTTP. */
export async function askHttp(server: Server, ask: ResourceQuery, options: AskOptions): Promise<string> {
  return askServer(new HttpTransport(server, options.limits), ask, options)
}

/** The SDK's transport with a limited `fetch`. */
class HttpTransport extends StreamableHTTPClientTransport implements LimitedTransport {
  readonly broken: Promise<never>
  private readonly answered = new Set<unknown>()
  private readonly fail: (trouble: PluginTrouble) => void

  constructor({ url, token }: Server, limits: PluginRunLimits) {
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined)
    super(new URL(url), {
      fetch: limitFetch(limits, reject),
      requestInit: token === null ? {} : { headers: { authorization: `Bearer ${token}` } },
      // Reconnects at once: the limited `fetch` refuses it, and the SDK reports the end of the stream.
      reconnectionScheduler: (reconnect) => reconnect(),
    })
    this.onmessage = (message) => {
      if (isJSONRPCResponse(message)) this.answered.add(message.id)
    }
    this.broken = promise
    this.fail = reject
    // The SDK reports an event that it cannot parse only here, and waits for the next event.
    this.onerror = ({ name, message }) => {
      if (name === 'SyntaxError' || name === 'ZodError')
        reject(makePluginFailure(`sent an event that is not JSON-RPC 2.0: ${quoteAnswer(message)}`))
    }
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    const onRequestStreamEnd = () => {
      if (isJSONRPCRequest(message) && !this.answered.has(message.id))
        this.fail(makePluginFailure(`ended its answer to ${message.method} without one`))
    }
    await super.send(message, { onRequestStreamEnd })
  }
}
