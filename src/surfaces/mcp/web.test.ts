import { afterEach, describe, expect, it } from 'vitest'
import type { Caller, ProjectService } from '../../app/server/index.ts'
import type { McpApp } from './app.ts'
import type { SessionLimits } from './sessions.ts'
import { type McpWeb, openMcpWeb } from './web.ts'

const callers: Caller[] = []
let web: McpWeb
afterEach(async () => {
  await web.close()
  callers.length = 0
})

/** Remembers who asked. */
const offer = {
  about: async () => ({ project: 'p', scheme: 'foreword', inert: null }),
  instructions: async () => '',
  resources: async () => [],
  templates: async () => [],
  read: async (_: unknown, caller: Caller) => {
    callers.push(caller)
    return { text: '', diagnostics: [] }
  },
} as unknown as ProjectService

function open(limits: Partial<SessionLimits> = {}): McpWeb {
  const app: McpApp = {
    version: '1',
    service: offer,
    newSession: () => 'x',
    warn: () => {},
    close: async () => {},
  }
  web = openMcpWeb(app, limits)
  return web
}

interface Exchange {
  readonly answer: Response
  /** The client has what it wanted, or has gone. */
  end(): void
}

async function exchange(
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Exchange> {
  const over = new AbortController()
  const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const request = new Request('http://localhost/mcp', {
    method,
    headers: { ...usual, ...headers },
    signal: over.signal,
  })
  const answer = await web.answer({ request, body: body === undefined ? '' : JSON.stringify(body) })
  return { answer, end: () => over.abort() }
}

async function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const { answer, end } = await exchange('POST', body, headers)
  end()
  return answer
}

const initialize = (name = 'older') => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name, version: '1.2' } },
})
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const read = { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'foreword://state/now' } }

async function session(): Promise<{ 'mcp-session-id': string }> {
  const id = (await post(initialize())).headers.get('mcp-session-id')
  return { 'mcp-session-id': id ?? 'none' }
}

const stream = (headers: Record<string, string>) => exchange('GET', undefined, headers)

describe('a session', () => {
  it('is opened by initialize, named from then on, and over after DELETE', async () => {
    open()
    const named = await session()
    expect(named['mcp-session-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect((await post(ping, named)).status).toBe(200)
    expect((await exchange('DELETE', undefined, named)).answer.status).toBe(200)
    expect((await post(ping, named)).status).toBe(404)
  })

  it('must be named, and must be there', async () => {
    open()
    expect((await post(ping)).status).toBe(400)
    expect((await post(ping, { 'mcp-session-id': 'made-up' })).status).toBe(404)
    expect((await stream({})).answer.status).toBe(400)
    expect((await stream({ 'mcp-session-id': 'made-up' })).answer.status).toBe(404)
  })

  it('is in the record, with the client that opened it', async () => {
    open()
    const named = await session()
    await post(read, named)
    expect(callers).toEqual([{ session: named['mcp-session-id'], client: 'older 1.2' }])
  })

  it('has one stream, which ends with it', async () => {
    open()
    const named = await session()
    const first = await stream(named)
    expect(first.answer.headers.get('content-type')).toBe('text/event-stream')
    expect((await stream(named)).answer.status).toBe(409)
    await exchange('DELETE', undefined, named)
    expect(await first.answer.text()).toBe('')
  })

  it('T27 that is quiet makes room for another one, the quietest first', async () => {
    open({ maxSessions: 2 })
    const [first, second] = [await session(), await session()]
    await new Promise((resolve) => setTimeout(resolve, 5))
    await post(ping, first)
    const third = await session()
    expect((await post(ping, second)).status).toBe(404)
    expect([(await post(ping, first)).status, (await post(ping, third)).status]).toEqual([200, 200])
  })

  it('T27 is one of so many, also where all are opened at once', async () => {
    open({ maxSessions: 3 })
    const all = await Promise.all(Array.from({ length: 8 }, () => post(initialize())))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503, 503, 503, 503])
  })

  it('T27 with a listener is not ended for another one', async () => {
    open({ maxSessions: 1 })
    const named = await session()
    const listening = await stream(named)
    const refused = await post(initialize())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    await listening.answer.body?.cancel()
    listening.end()
    expect((await post(initialize())).status).toBe(200)
    expect((await post(ping, named)).status).toBe(404)
  })

  it('T27 is over after a while without a request, but not while a client listens', async () => {
    open({ idleMs: 40 })
    const [quiet, heard] = [await session(), await session()]
    await stream(heard)
    await expect
      .poll(async () => (await post(ping, quiet)).status, { interval: 200, timeout: 10_000 })
      .toBe(404)
    expect((await post(ping, heard)).status).toBe(200)
  })

  it('ends with the server', async () => {
    open()
    const { answer } = await stream(await session())
    await web.close()
    expect(await answer.text()).toBe('')
  })
})

describe('a request since 2026-07-28', () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'newer', version: '3' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'resources/read',
    'mcp-name': 'foreword://state/now',
  }
  const modern = { ...read, params: { ...read.params, _meta: meta } }

  it('stands alone: its client is in the record, and no session', async () => {
    open()
    const answer = await post(modern, headers)
    expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null])
    expect(callers).toEqual([{ session: undefined, client: 'newer 3' }])
  })

  it('is not taken for an older one, whatever session it names', async () => {
    open()
    const named = await session()
    await post(modern, { ...headers, ...named })
    expect(callers).toEqual([{ session: undefined, client: 'newer 3' }])
  })

  it('listens by a stream of its own, which ends with the server', async () => {
    open()
    const listen = {
      jsonrpc: '2.0',
      id: 'l',
      method: 'subscriptions/listen',
      params: { _meta: meta, notifications: {} },
    }
    const { answer } = await exchange('POST', listen, { ...headers, 'mcp-method': 'subscriptions/listen' })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    await web.close()
    expect(await answer.text()).toContain('data:')
  })
})
