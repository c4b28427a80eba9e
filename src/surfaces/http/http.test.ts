import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpRoute, type HttpServer, openHttpServer } from './index.ts'
import type { HttpLimits } from './limits.ts'
import type { RequestLogLine } from './request-handler.ts'

let server: HttpServer | undefined
const lines: RequestLogLine[] = []
afterEach(async () => {
  await server?.stop(async () => {})
  server = undefined
  lines.length = 0
})

const secret = 'the token of this test'.replaceAll(' ', '-')

async function open(routes: readonly HttpRoute[], limits: Partial<HttpLimits> = {}): Promise<HttpServer> {
  server = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    allowed: [],
    tokenNeeded: false,
    routes,
    isToken: (text) => text === secret,
    tell: (line) => lines.push(line),
    limits: { shutdownMs: 200, ...limits },
  })
  return server
}

function route(answer: HttpRoute['answer'], given: Partial<HttpRoute> = {}): HttpRoute {
  return { path: '/', methods: ['GET', 'POST'], writes: false, answer, ...given }
}

const fine = async () => Response.json({ fine: true })
const never = () => new Promise<Response>(() => {})
const get = (init?: RequestInit) => fetch(`${server?.url}/`, init)

/** Sends raw bytes and returns the response until the server closes the connection. */
async function says(bytes: string, more: (socket: Socket) => void = () => {}): Promise<string> {
  const socket = connect(server?.port ?? 0, '127.0.0.1')
  let text = ''
  socket.on('data', (some) => {
    text += some.toString()
  })
  socket.on('error', () => {})
  socket.write(bytes)
  more(socket)
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

describe('a route', () => {
  it('that writes is closed without the token, also on this machine', async () => {
    await open([route(fine, { writes: true })])
    const post = (headers: Record<string, string>) =>
      get({ method: 'POST', body: '{}', headers: { 'content-type': 'application/json', ...headers } })
    expect((await post({})).status).toBe(401)
    expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await get()).status).toBe(401)
    expect((await post({ authorization: `Bearer ${secret}` })).status).toBe(200)
  })

  it('gets the headers and the body, and hears when the exchange is over', async () => {
    const heard: unknown[] = []
    await open([
      route(async ({ request, body }) => {
        heard.push(request.method, request.headers.get('x-one'), new URL(request.url).search, body)
        request.signal.addEventListener('abort', () => heard.push('over'))
        return fine()
      }),
    ])
    const headers = { 'content-type': 'application/json', 'x-one': '1' }
    await (await fetch(`${server?.url}/?q=1`, { method: 'POST', body: '{"ä":1}', headers })).text()
    await expect.poll(() => heard).toEqual(['POST', '1', '?q=1', '{"ä":1}', 'over'])
  })

  it('that fails is answered with 500 and told without its words', async () => {
    await open([
      route(async () => {
        throw new RangeError('with a secret in it')
      }),
    ])
    const answer = await get()
    expect([answer.status, await answer.text()]).toEqual([
      500,
      '{"error":{"code":"fault","message":"Internal server error."}}',
    ])
    await expect.poll(() => lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ method: 'GET', path: '/', status: 500, fault: 'RangeError' })
  })

  it('that takes too long is answered with 504', async () => {
    await open([route(never)], { answerMs: 30 })
    expect((await get()).status).toBe(504)
  })
})

describe('T27 a server', () => {
  it('does so much at a time; more is told to come back, and can', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await open([route(() => held.then(fine))], { maxRunning: 2 })
    const running = [get(), get()]
    await expect
      .poll(async () => (await get({ signal: AbortSignal.timeout(100) }).catch(() => null))?.status)
      .toBe(503)
    const refused = await get()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    release()
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
    expect((await get()).status).toBe(200)
  })

  it('forgets a request whose client went, so that it counts no more', async () => {
    let asked = 0
    const answer = () => (asked++ === 0 ? never() : fine())
    await open([route(answer)], { maxRunning: 1 })
    const gone = new AbortController()
    const first = get({ signal: gone.signal }).catch(() => 'gone')
    await expect.poll(() => asked).toBe(1)
    expect((await get()).status).toBe(503)
    gone.abort()
    expect(await first).toBe('gone')
    await expect.poll(async () => (await get()).status).toBe(200)
  })

  it('does not wait for those who send their headers, or their body, drop by drop', async () => {
    await open([route(fine)], { headersMs: 100, arrivalMs: 200 })
    const drip = (text: string) => (socket: Socket) => {
      const dripping = setInterval(() => socket.write(text), 20)
      socket.once('close', () => clearInterval(dripping))
    }
    const host = `Host: ${server?.host}:${server?.port}\r\n`
    expect(await says(`GET / HTTP/1.1\r\n${host}`, drip('X-A: b\r\n'))).toMatch(/^HTTP\/1\.1 408 /)
    const head = `POST / HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
    expect(await says(head, drip(' '))).toMatch(/^(HTTP\/1\.1 408 |$)/)
    expect(await says('')).toMatch(/^(HTTP\/1\.1 408 |$)/)
    expect((await get()).status).toBe(200)
  })

  it('takes no more connections than it is meant to', async () => {
    await open([route(fine)], { maxConnections: 3 })
    const sockets = Array.from({ length: 6 }, () =>
      connect(server?.port ?? 0, '127.0.0.1').on('error', () => {}),
    )
    await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(3)
    for (const socket of sockets) socket.destroy()
  })
})

describe('T27 an answer', () => {
  it('that the client does not read is given up', async () => {
    let asked = 0
    const answer = async () => (asked++ === 0 ? new Response('x'.repeat(32 * 1024 * 1024)) : fine())
    await open([route(answer)], { maxRunning: 1, unreadMs: 100 })
    const socket = connect(server?.port ?? 0, '127.0.0.1').on('error', () => {})
    socket.pause()
    socket.write(`GET / HTTP/1.1\r\nHost: localhost:${server?.port}\r\n\r\n`)
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1)
    socket.destroy()
    expect((await get()).status).toBe(200)
  })
})

describe('T27 a stream', () => {
  const event = new TextEncoder().encode(`data: ${'x'.repeat(64 * 1024)}\n\n`)
  const headers = { 'content-type': 'text/event-stream' }
  const quiet = () => async () => new Response(new ReadableStream(), { headers })

  it('begins at once though nothing follows, and is one of so many', async () => {
    await open([route(quiet())], { maxStreams: 2 })
    const streams = [await get(), await get()]
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    const refused = await get()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    await streams[0]?.body?.cancel()
    await expect.poll(async () => (await get()).status).toBe(200)
  })

  it('does not count among what runs', async () => {
    await open([route(quiet())], { maxRunning: 1 })
    expect([(await get()).status, (await get()).status]).toEqual([200, 200])
  })

  it('is cut off if the client does not read it, and its source is told', async () => {
    let sent = 0
    let cancelled = false
    const source = async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            sent += event.length
            controller.enqueue(event)
          },
          cancel: () => {
            cancelled = true
          },
        }),
        { headers },
      )
    await open([route(source)], { unreadMs: 100 })
    const socket = connect(server?.port ?? 0, '127.0.0.1').on('error', () => {})
    socket.pause()
    socket.write(`GET / HTTP/1.1\r\nHost: localhost:${server?.port}\r\n\r\n`)
    await expect.poll(() => cancelled).toBe(true)
    // As much as the system buffers on both sides.
    expect(sent).toBeLessThan(32 * 1024 * 1024)
    socket.destroy()
  })

  it('is ended at the farewell when the server stops', async () => {
    let end = () => {}
    const body = new ReadableStream({
      start(controller) {
        end = () => controller.close()
      },
    })
    const source = async () => new Response(body, { headers })
    const { stop } = await open([route(source)])
    const stream = await get()
    await stop(async () => end())
    expect(await stream.text()).toBe('')
    server = undefined
  })
})

describe('a server that stops', () => {
  it('does not wait for ever for what runs', async () => {
    const { stop } = await open([route(never)])
    const asked = get().catch(() => 'cut off')
    await pause(50)
    await stop(async () => {})
    expect(await asked).toBe('cut off')
    server = undefined
  })

  it('answers nothing new on a connection that was there before', async () => {
    let release = () => {}
    let asked = 0
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const answer = () => {
      asked++
      return held.then(fine)
    }
    const { stop, port } = await open([route(answer)], { shutdownMs: 5000 })
    const bytes = `GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`
    const said = says(bytes, async (socket) => {
      await expect.poll(() => asked).toBe(1)
      void stop(async () => {})
      socket.write(bytes)
      setTimeout(release, 200)
    })
    expect(await said).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 503 /)
    expect(asked).toBe(1)
    server = undefined
  })
})
