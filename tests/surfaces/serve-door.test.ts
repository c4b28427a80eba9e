import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from './program.ts'
import { type Answered, ask, discover, mcpHeaders, type Served, serve, usualHeaders } from './serving.ts'

let world: World
let served: Served
let port: number
beforeAll(async () => {
  world = new World()
  served = await serve(world, world.project(), ['--log'])
  port = served.where.port
})
afterAll(async () => {
  await served.stop()
  world.remove()
})

interface Trait {
  readonly lines: readonly string[]
  readonly right: boolean
}
type Traits = Readonly<Record<string, Trait>>

const right = (...lines: string[]): Trait => ({ lines, right: true })
const wrong = (...lines: string[]): Trait => ({ lines, right: false })

const hosts = (): Traits => ({
  'the address': right(`Host: 127.0.0.1:${port}`),
  localhost: right(`Host: localhost:${port}`),
  'LOCALHOST in capitals': right(`Host: LOCALHOST:${port}`),
  'the IPv6 address': right(`Host: [::1]:${port}`),
  'no Host': wrong(),
  'an empty Host': wrong('Host:'),
  'two Hosts': wrong(`Host: 127.0.0.1:${port}`, `Host: 127.0.0.1:${port}`),
  'two Hosts, the other first': wrong('Host: evil.example', `Host: 127.0.0.1:${port}`),
  'localhost.evil': wrong(`Host: localhost.evil:${port}`),
  '127.0.0.1.nip.io': wrong(`Host: 127.0.0.1.nip.io:${port}`),
  'a dot at its end': wrong(`Host: localhost.:${port}`),
  'another port': wrong(`Host: localhost:${port === 1 ? 2 : 1}`),
  'no port': wrong('Host: localhost'),
  'a user before it': wrong(`Host: user@127.0.0.1:${port}`),
  'every address': wrong(`Host: 0.0.0.0:${port}`),
  'another loopback address': wrong(`Host: 127.0.0.2:${port}`),
})

const origins = (): Traits => ({
  'no Origin': right(),
  'our Origin': right(`Origin: http://127.0.0.1:${port}`),
  'our Origin by name': right(`Origin: http://localhost:${port}`),
  'null as Origin': wrong('Origin: null'),
  'an empty Origin': wrong('Origin:'),
  'another site': wrong('Origin: https://evil.example'),
  'another port of this machine': wrong('Origin: http://localhost:1'),
  'our name with TLS': wrong(`Origin: https://localhost:${port}`),
  'our name as a part': wrong(`Origin: http://localhost:${port}.evil.example`),
  'two Origins': wrong(`Origin: http://localhost:${port}`, 'Origin: https://evil.example'),
})

const tokens = (): Traits => ({
  'no token': right(),
  'the token': right(`Authorization: Bearer ${served.token}`),
  'another token': wrong(`Authorization: Bearer ${'x'.repeat(43)}`),
  'a part of the token': wrong(`Authorization: Bearer ${served.token.slice(0, -1)}`),
  'the token for another scheme': wrong(`Authorization: Basic ${served.token}`),
  'an empty token': wrong('Authorization: Bearer'),
  'two tokens': wrong(`Authorization: Bearer ${served.token}`, 'Authorization: Bearer x'),
})

const types = (): Traits => ({
  JSON: right('Content-Type: application/json'),
  'JSON with charset': right('Content-Type: application/json; charset=UTF-8'),
  'no type': wrong(),
  text: wrong('Content-Type: text/plain'),
  'a form': wrong('Content-Type: application/x-www-form-urlencoded'),
  'nearly JSON': wrong('Content-Type: application/json-patch+json'),
  'another charset': wrong('Content-Type: application/json; charset=utf-16'),
  'compressed JSON': wrong('Content-Type: application/json', 'Content-Encoding: gzip'),
})

/** Without the content type. */
const rest = mcpHeaders.slice(1)

const codes = {
  421: 'wrong-host',
  403: 'wrong-origin',
  401: 'wrong-token',
  405: 'wrong-method',
  415: 'wrong-type',
} as const

async function check(
  asked: { method: string; traits: readonly Trait[] },
  expected: number,
): Promise<string | null> {
  const headers = [...asked.traits.flatMap(({ lines }) => lines), ...rest]
  const body = asked.method === 'POST' ? discover : ''
  const answer = await ask(port, { method: asked.method, headers, body })
  const fine = answer.status === expected && codeOf(answer) === (codes[expected as 421] ?? null)
  return fine && !/access-control/i.test(answer.head)
    ? null
    : `${headers.join(' | ')}: ${answer.head} ${answer.body}`
}

function codeOf({ body }: Answered): string | null {
  const { error } = JSON.parse(body === '' ? '{}' : body) as { error?: { code: string | number } }
  return typeof error?.code === 'string' ? error.code : null
}

describe('T19 D7 a request', () => {
  it('is answered only where Host, Origin, token, method and type are all right', async () => {
    const faults: (string | null)[] = []
    let asked = 0
    for (const host of Object.values(hosts())) {
      const rows: Promise<string | null>[] = []
      for (const origin of Object.values(origins())) {
        for (const token of Object.values(tokens())) {
          const known = !host.right ? 421 : !origin.right ? 403 : !token.right ? 401 : null
          for (const type of Object.values(types())) {
            const traits = [host, origin, token, type]
            rows.push(check({ method: 'POST', traits }, known ?? (type.right ? 200 : 415)))
          }
          for (const method of ['OPTIONS', 'PUT', 'PATCH']) {
            rows.push(check({ method, traits: [host, origin, token] }, known ?? 405))
          }
        }
      }
      asked += rows.length
      faults.push(...(await Promise.all(rows)))
    }
    expect(faults.filter((fault) => fault !== null)).toEqual([])
    expect(asked).toBe(16 * 10 * 7 * 11)
  })

  it('is refused if its target is not a path', async () => {
    const headers = usualHeaders(port)
    const absolute = await ask(port, { target: `http://127.0.0.1:${port}/mcp`, headers, body: discover })
    expect(absolute.status).toBe(400)
    expect((await ask(port, { method: 'OPTIONS', target: '*', headers })).status).toBe(400)
  })

  it('without Host is refused in HTTP/1.0 too', async () => {
    const answer = await ask(port, { version: '1.0', headers: mcpHeaders, body: discover })
    expect(answer.status).toBe(421)
  })

  it.each(['token', 'access_token', 'TOKEN', '%74oken', 'a=1&token'])(
    'T21 is refused with ?%s= in its URL',
    async (name) => {
      const headers = [...usualHeaders(port), `Authorization: Bearer ${served.token}`]
      const answer = await ask(port, { target: `/mcp?${name}=${served.token}`, headers, body: discover })
      expect([answer.status, codeOf(answer)]).toEqual([400, 'token-in-url'])
    },
  )

  it('never becomes another protocol', async () => {
    const upgrade = [
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAA',
    ]
    for (const [host, origin, expected] of [
      [`127.0.0.1:${port}`, null, 400],
      [`127.0.0.1:${port}`, 'https://evil.example', 403],
      ['evil.example', null, 421],
    ] as const) {
      const headers = [`Host: ${host}`, ...upgrade, ...(origin === null ? [] : [`Origin: ${origin}`])]
      expect((await ask(port, { method: 'GET', headers })).status).toBe(expected)
    }
  })

  it('from a page is refused also if the browser leaves Origin away', async () => {
    const fetched = (site: string, mode: string) =>
      ask(port, {
        method: 'GET',
        target: '/health',
        headers: [`Host: localhost:${port}`, `Sec-Fetch-Site: ${site}`, `Sec-Fetch-Mode: ${mode}`],
      })
    expect((await fetched('cross-site', 'no-cors')).status).toBe(403)
    expect((await fetched('same-site', 'cors')).status).toBe(403)
    expect((await fetched('same-origin', 'cors')).status).toBe(200)
    expect((await fetched('none', 'navigate')).status).toBe(200)
  })

  it('finds /mcp and /health, and is told so elsewhere', async () => {
    const get = (target: string) => ask(port, { method: 'GET', target, headers: [`Host: localhost:${port}`] })
    expect((await get('/health')).body).toMatch(/^\{"status":"ok","name":"foreword","version":"\d/)
    for (const target of ['/', '/mcp/', '/mcp/x', '//mcp', '/%6dcp', '/health.json', '/../mcp']) {
      const answer = await get(target)
      expect([target, answer.status, codeOf(answer)]).toEqual([target, 404, 'not-found'])
    }
  })

  it('leaves a line with method, path, status and time, and nothing else', async () => {
    const headers = [...usualHeaders(port), `Authorization: Bearer ${served.token}`]
    await ask(port, { target: '/mcp?colour=blue', headers, body: discover })
    await ask(port, { method: 'TRACE', target: `/${served.token}`, headers })
    const lines = served.said().err.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(1000)
    for (const line of lines) {
      expect(line).toMatch(
        /^(GET|POST|DELETE|PUT|PATCH|OPTIONS|other) (\/mcp|\/health|\(elsewhere\)) \d{3} \d+ ms$/,
      )
    }
    expect(served.said().err).not.toContain(served.token)
  })
})
