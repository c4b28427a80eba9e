import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from './program.ts'
import { ask, discover, openSession, openStream, type Served, serve, usualHeaders } from './serving.ts'

let world: World
let served: Served
let port: number
beforeAll(async () => {
  world = new World()
  served = await serve(world, world.project())
  port = served.where.port
  await ask(port, { headers: usualHeaders(port), body: discover })
})
afterAll(async () => {
  await served.stop()
  world.remove()
})

const megabyte = 1024 * 1024
const lines = (headers: readonly string[]) => `POST /mcp HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`
const answers = async () => (await ask(port, { headers: usualHeaders(port), body: discover })).status

/** Resident memory in megabytes. */
function resident(): number {
  const status = readFileSync(`/proc/${served.where.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

/** Sends pieces until all are sent or the server closes the connection, and returns its response. */
function pour(head: string, pieces: Iterable<Buffer>): Promise<{ said: string; sent: number }> {
  return new Promise((resolve) => {
    let said = ''
    let sent = 0
    const socket = connect(port, '127.0.0.1')
    const left = pieces[Symbol.iterator]()
    const send = () => {
      for (let next = left.next(); !next.done; next = left.next()) {
        sent += next.value.length
        if (!socket.write(next.value)) return
      }
    }
    socket.write(head)
    socket.on('drain', send)
    socket.on('data', (some) => {
      said += some.toString()
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve({ said, sent }))
    send()
  })
}

function* repeated(piece: Buffer, times: number): Generator<Buffer> {
  for (let i = 0; i < times; i++) yield piece
}

describe('T27 a body', () => {
  it('with one megabyte is accepted, with one byte more it is not', async () => {
    const padded = (bytes: number) => discover.padEnd(bytes)
    const ask1 = (bytes: number) => ask(port, { headers: usualHeaders(port), body: padded(bytes) })
    expect((await ask1(megabyte)).status).toBe(200)
    expect((await ask1(megabyte + 1)).status).toBe(413)
  })

  it('with 100 MB is answered with 413 and cut off, announced or not, and does not fill memory', async () => {
    const before = resident()
    const piece = Buffer.alloc(megabyte, 32)
    const declared = [...usualHeaders(port), `Content-Length: ${100 * megabyte}`]
    const chunk = Buffer.concat([Buffer.from(`${megabyte.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    const chunked = [...usualHeaders(port), 'Transfer-Encoding: chunked']
    for (const [headers, part] of [
      [declared, piece],
      [chunked, chunk],
    ] as const) {
      const { said, sent } = await pour(lines(headers), repeated(part, 100))
      expect(said).toMatch(/^HTTP\/1\.1 413 /)
      expect(sent).toBeLessThan(50 * megabyte)
    }
    expect(resident() - before).toBeLessThan(64)
    expect(await answers()).toBe(200)
  })

  it('is not asked for where it would not be taken', async () => {
    const expecting = (bytes: number, host = `127.0.0.1:${port}`) => {
      const headers = [
        `Host: ${host}`,
        ...usualHeaders(port).slice(1),
        `Content-Length: ${bytes}`,
        'Expect: 100-continue',
      ]
      return new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(lines(headers)))
        socket.once('data', (some) => {
          resolve(some.toString().slice(0, 12))
          socket.destroy()
        })
      })
    }
    expect(await expecting(discover.length)).toBe('HTTP/1.1 100')
    expect(await expecting(discover.length, 'evil.example')).toBe('HTTP/1.1 421')
    expect(await expecting(2 * megabyte)).toBe('HTTP/1.1 413')
  })

  it('is reported by its fault: not text, not JSON, or not a message', async () => {
    const body = (text: string) => ask(port, { headers: usualHeaders(port).slice(0, 3), body: text })
    expect(
      (
        await pour(lines([...usualHeaders(port), 'Content-Length: 2', 'Connection: close']), [
          Buffer.from([0xff, 0xfe]),
        ])
      ).said,
    ).toContain('not-text')
    for (const text of ['{', 'nothing', '"', '[', '{"a":1}{'])
      expect(JSON.parse((await body(text)).body)).toMatchObject({ error: { code: -32_700 }, id: null })
    for (const text of ['null', '[]', '{}', '7', '[null]', '{"jsonrpc":"2.0"}', '"x"', '[[]]']) {
      const { status, body: said } = await body(text)
      expect([text, status]).toEqual([text, 400])
      expect(JSON.parse(said)).toHaveProperty('error')
    }
  })

  it('with a header of 20 KB is not read', async () => {
    const { status } = await ask(port, { headers: [...usualHeaders(port), `X: ${'x'.repeat(20_000)}`] })
    expect(status).toBe(431)
  })
})

describe('T27 streams', () => {
  it('stand idle by the thousand in bounded memory; one more is told to wait; all end with their clients', async () => {
    const before = resident()
    const streams: Socket[] = []
    for (let at = 0; at < 1000; at += 50) {
      const some = Array.from({ length: 50 }, async () => openStream(port, await openSession(port)))
      streams.push(...(await Promise.all(some)))
    }
    expect(resident() - before).toBeLessThan(250)
    // Every session has an open stream, so none is ended for a new one.
    const more = ask(port, {
      headers: usualHeaders(port).slice(0, 3),
      body: JSON.stringify({ ...initialize, id: 5 }),
    })
    expect([(await more).status, (await more).head.includes('retry-after')]).toEqual([503, true])
    expect(await answers()).toBe(200)
    for (const stream of streams) stream.destroy()
    await expect
      .poll(
        () =>
          openSession(port).then(
            () => 'room',
            () => 'none',
          ),
        { timeout: 20_000 },
      )
      .toBe('room')
  })
})

const initialize = {
  jsonrpc: '2.0',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}
