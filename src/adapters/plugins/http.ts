import { type Ask, readResources, type Transport } from './mcp.ts'
import { type Message, messageFrom } from './message.ts'
import { failed, type Limits, quoted, Trouble, tooLarge, tooLate } from './trouble.ts'

const overhead = 1024 * 1024
const escaped = 6

interface Server {
  readonly url: string
  /** Sent along where the user named a variable for it. */
  readonly token: string | null
}

/** Asks a server that runs already, over Streamable HTTP. */
export async function askHttp(
  server: Server,
  ask: Ask,
  order: { version: string; limits: Limits },
): Promise<string> {
  const stop = new AbortController()
  const limit = setTimeout(() => stop.abort(), order.limits.timeoutMs)
  const session = openSession(server, order.limits, stop.signal)
  try {
    const text = await readResources(session, ask, order)
    await session.leave()
    return text
  } catch (error) {
    if (stop.signal.aborted && !(error instanceof Trouble && error.reason !== 'plugin-failed')) {
      throw tooLate(order.limits)
    }
    throw error
  } finally {
    clearTimeout(limit)
    stop.abort()
  }
}

function openSession(
  { url, token }: Server,
  limits: Limits,
  signal: AbortSignal,
): Transport & { leave(): Promise<void> } {
  const headers: Record<string, string> = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  let room = limits.maxBytes * escaped + overhead
  let last = 0
  const call = async (method: 'POST' | 'DELETE', body?: object): Promise<Response> => {
    try {
      // Followed, a redirect would take the token elsewhere.
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      return await fetch(url, { method, headers, signal, redirect: 'manual', ...sent })
    } catch (error) {
      throw failed(`could not be reached (${causeOf(error)})`)
    }
  }
  const post = async (body: object): Promise<Response> => {
    const response = await call('POST', body)
    if (response.status >= 300 && response.status < 400)
      throw failed('answered with a redirect, which is not followed')
    if (!response.ok) throw failed(`answered with the HTTP status ${response.status}`)
    const session = response.headers.get('mcp-session-id')
    if (session !== null && /^[\x21-\x7e]{1,1000}$/.test(session)) headers['mcp-session-id'] = session
    return response
  }
  const take = (part: Uint8Array) => {
    room -= part.length
    if (room < 0) throw tooLarge(limits)
  }
  return {
    async request(method, params) {
      const id = ++last
      const response = await post({ jsonrpc: '2.0', id, method, params })
      for await (const message of messagesOf(response, take)) {
        if ((message.kind !== 'answer' && message.kind !== 'refusal') || message.id !== id) continue
        if (message.kind === 'refusal') throw message.error
        return message.result
      }
      throw failed(`ended its answer to ${method} without one`)
    },
    async notify(method) {
      await (await post({ jsonrpc: '2.0', method })).body?.cancel()
    },
    agreed(version) {
      headers['mcp-protocol-version'] = version
    },
    async leave() {
      if (headers['mcp-session-id'] === undefined) return
      // A server may refuse it, and has lost nothing.
      await call('DELETE').catch(() => undefined)
    },
  }
}

function causeOf(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause
  const said = [cause?.code, cause?.message].find((one) => typeof one === 'string' && one !== '')
  return said === undefined ? 'unknown error' : quoted(String(said)).slice(1, -1)
}

async function* messagesOf(response: Response, take: (part: Uint8Array) => void): AsyncGenerator<Message> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim()
  if (type === 'application/json') {
    let text = ''
    for await (const part of textOf(response, take)) text += part
    yield messageFrom(text)
  } else if (type === 'text/event-stream') {
    for await (const data of eventsOf(textOf(response, take))) yield messageFrom(data)
  } else throw failed(`answered with ${quoted(type ?? 'no type')}, and neither with JSON nor with events`)
}

async function* textOf(response: Response, take: (part: Uint8Array) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const part of response.body ?? []) {
      take(part)
      yield decoder.decode(part, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof Trouble) throw error
    const isText = (error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA'
    if (isText) throw failed('closed the connection in the middle of its answer')
    throw new Trouble('not-utf8', 'answered with bytes that are not UTF-8')
  }
}

/** The data of each event of a stream (text/event-stream). */
async function* eventsOf(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  let data: string[] = []
  for await (const part of parts) {
    // A lone CR at the end may be half of a line end.
    const lines = (rest + part).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
      if (line !== '') continue
      if (data.length > 0 && data.join('') !== '') yield data.join('\n')
      data = []
    }
  }
}
