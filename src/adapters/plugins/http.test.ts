import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from './world.fixture.ts'

let world: World
let server: Server
let seen: { method: string; rpc: string; headers: IncomingMessage['headers'] }[]
beforeEach(() => {
  world = makeWorld()
  seen = []
})
afterEach(async () => {
  world.remove()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const serverInfo = { name: 's', version: '1' }
type Answer = (response: ServerResponse, id: number, params: Record<string, unknown>) => void
const result = (id: number, value: object) => JSON.stringify({ jsonrpc: '2.0', id, result: value })
const asJson = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)

/** A strict server: it requires both media types, the session, and the negotiated version. */
const fine: Readonly<Record<string, Answer>> = {
  initialize: (response, id) => {
    response.setHeader('mcp-session-id', 'session-1')
    asJson(
      response,
      result(id, { protocolVersion: '2025-11-25', capabilities: { resources: {} }, serverInfo }),
    )
  },
  'notifications/initialized': (response) => response.writeHead(202).end(),
  'resources/list': (response, id) =>
    asJson(response, result(id, { resources: [{ uri: 'jira://issues', name: 'issues' }] })),
  'resources/read': (response, id, { uri }) => {
    const found = uri === 'jira://issues'
    if (!found) {
      return asJson(
        response,
        JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32002, message: 'none' } }),
      )
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(
      ': hello\r\n\r\nid: 1\ndata:\n\nevent: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n',
    )
    response.end(`data: ${result(id, { contents: [{ uri, text: '# Ünder\n' }] })}\r\n\r\n`)
  },
}

async function listen(answers: Readonly<Record<string, Answer>> = {}): Promise<string> {
  const all = { ...fine, ...answers }
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { id, method, params = {} } = body === '' ? {} : JSON.parse(body)
    seen.push({ method: request.method ?? '', rpc: method ?? '', headers: request.headers })
    if (request.method === 'DELETE') return response.writeHead(204).end()
    const { accept = '', ...headers } = request.headers
    const isFine =
      accept.includes('application/json') &&
      accept.includes('text/event-stream') &&
      headers['content-type'] === 'application/json' &&
      (method === 'initialize' ||
        (headers['mcp-session-id'] === 'session-1' && headers['mcp-protocol-version'] === '2025-11-25'))
    if (!isFine) return response.writeHead(400).end()
    return (all[method] ?? ((to: ServerResponse) => to.writeHead(404).end()))(response, id, params)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

const ask = (url: string, given: object = {}, limits: object = {}) =>
  world.read({ how: 'mcp-http', url, ...limits }, given)

describe('M-66 an MCP server on HTTP', () => {
  it('is greeted, listed, read and left, in one session', async () => {
    const url = await listen()
    expect(await ask(url)).toMatchObject({ state: 'found', uri: 'foreword://it/', text: '# Ünder' })
    expect(seen.map(({ method, rpc }) => `${method} ${rpc}`.trim())).toEqual([
      'POST initialize',
      'POST notifications/initialized',
      'POST resources/list',
      'POST resources/read',
      'DELETE',
    ])
    expect(seen.some(({ headers }) => headers.authorization !== undefined)).toBe(false)
  })

  it('may break off a stream in which it has answered', async () => {
    const listed = { resources: [{ uri: 'jira://issues', name: 'issues' }] }
    const url = await listen({
      'resources/list': (to, id) => {
        to.writeHead(200, { 'content-type': 'text/event-stream' })
        to.write(`data: ${result(id, listed)}\n\n`, () => to.destroy())
      },
    })
    expect(await ask(url)).toMatchObject({ state: 'found', text: '# Ünder' })
  })

  it('says that there is nothing', async () => {
    expect(await ask(await listen(), { path: 'other' })).toMatchObject({ state: 'absent' })
  })

  it('gets the token of the variable that the user named, and is not asked without one', async () => {
    const url = await listen()
    const plugins = (env: NodeJS.ProcessEnv) => world.plugins({ how: 'mcp-http', url, bearer: 'TOKEN' }, env)
    const order = { plugin: 'it', path: '', provides: [] }
    expect(await plugins({ TOKEN: 'a-token' }).read(order)).toMatchObject({ state: 'found' })
    expect(seen.every(({ headers }) => headers.authorization === 'Bearer a-token')).toBe(true)
    seen = []
    expect(plugins({}).state('it')).toMatchObject({
      why: 'the variable TOKEN, which holds its token, is not set',
    })
    expect(await plugins({}).read(order)).toMatchObject({ reason: 'plugin-not-enabled' })
    expect(seen).toEqual([])
  })
})

describe('an MCP server on HTTP that does not do as it should is an observation, never a throw', () => {
  const many = 'x'.repeat(100_000)
  it.each<[string, string, Answer, string, RegExp]>([
    ['is not allowed', 'initialize', (to) => to.writeHead(401).end(), 'plugin-failed', /the HTTP status 401/],
    ['breaks', 'resources/list', (to) => to.writeHead(500).end('x'), 'plugin-failed', /the HTTP status 500/],
    [
      'is a web page',
      'initialize',
      (to) => to.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      'plugin-failed',
      /answered with "text\/html"/,
    ],
    [
      'answers without a type',
      'initialize',
      (to) => to.writeHead(200).end('{}'),
      'plugin-failed',
      /answered with "no type"/,
    ],
    ['answers with no JSON', 'initialize', (to) => asJson(to, '{'), 'plugin-failed', /not JSON: "\{"/],
    [
      'answers to another question',
      'resources/list',
      (to) => asJson(to, result(99, {})),
      'plugin-failed',
      /ended its answer to resources\/list without one/,
    ],
    [
      'sends events without an answer',
      'resources/list',
      (to) =>
        to
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end('data: {"jsonrpc":"2.0","method":"x"}\n\n'),
      'plugin-failed',
      /without one/,
    ],
    [
      'sends an event that is not a message',
      'resources/list',
      (to) => to.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: hello\n\n'),
      'plugin-failed',
      /sent an event that is not JSON-RPC 2.0/,
    ],
    [
      'breaks off its events before the answer',
      'resources/list',
      (to) => {
        to.writeHead(200, { 'content-type': 'text/event-stream' })
        to.write(': wait\n\n', () => to.destroy())
      },
      'plugin-failed',
      /ended its answer to resources\/list without one/,
    ],
    [
      'closes in the middle',
      'resources/read',
      (to) => {
        to.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' })
        to.write('{')
        setTimeout(() => to.destroy(), 20)
      },
      'plugin-failed',
      /in the middle of its answer/,
    ],
    [
      'answers with no UTF-8',
      'resources/read',
      (to) => to.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x22, 0xff])),
      'not-utf8',
      /not UTF-8/,
    ],
    [
      'never ends',
      'resources/read',
      (to) => {
        to.writeHead(200, { 'content-type': 'text/event-stream' })
        const flood = () => {
          if (!to.destroyed) to.write(many, flood)
        }
        flood()
      },
      'too-large',
      /more than 1000 bytes/,
    ],
  ])('%s', async (_, method, answer, reason, detail) => {
    const url = await listen({ [method]: answer })
    expect(await ask(url, {}, { maxBytes: 1000 })).toMatchObject({
      state: 'unavailable',
      reason,
      detail: expect.stringMatching(detail),
    })
  })

  it.each<[string, Answer]>([
    ['before it answers', () => undefined],
    [
      'in the middle of an answer',
      (to) => void to.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n'),
    ],
  ])('hangs %s', async (_, answer) => {
    const url = await listen({ 'resources/read': answer })
    expect(await ask(url, {}, { timeoutMs: 500 })).toMatchObject({
      reason: 'plugin-timeout',
      detail: 'The plugin "it" had not answered after 0.5 s and was ended.',
    })
  })

  it('T3 leads elsewhere: the redirect is not followed', async () => {
    let led = 0
    const other = createServer((_, response) => {
      led++
      response.end()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    const url = await listen({ initialize: (to) => to.writeHead(307, { location }).end() })
    expect(await ask(url)).toMatchObject({ detail: expect.stringMatching(/redirect, which is not followed/) })
    expect(led).toBe(0)
    await new Promise((resolve) => other.close(resolve))
  })

  it('is not there', async () => {
    const url = await listen()
    await new Promise((resolve) => server.close(resolve))
    expect(await ask(url)).toMatchObject({
      reason: 'plugin-failed',
      detail: 'The plugin "it" could not be reached (ECONNREFUSED).',
    })
    await listen()
  })

  it('has a port that no client may ask', async () => {
    expect(await ask('http://127.0.0.1:9/mcp')).toMatchObject({
      reason: 'plugin-failed',
      detail: 'The plugin "it" could not be reached (bad port).',
    })
  })
})
