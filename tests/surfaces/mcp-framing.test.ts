import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Peer } from './mcp-peer.ts'
import { World } from './program.ts'

const world = new World()
let root: string
beforeAll(() => {
  root = world.project()
})
afterAll(() => world.remove())

const parseError = -32700
const invalidRequest = -32600
const request = (id: unknown, method: string, params?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) })

/** A line and its expected error. Null if no response is expected. */
type Fault = readonly [line: Buffer, code: number | null]
const line = (text: string, code: number | null): Fault => [Buffer.from(text), code]

const noNewline = (text: string) => text.replaceAll('\n', ' ').replaceAll('\r', ' ')
const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const notJson = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.json().map((text) => text.slice(0, -1)),
    fc.constant('{"jsonrpc":"2.0"'),
  )
  .map((text) => noNewline(text))
  .filter((text) => text.trim() !== '' && !isJson(text))
  .map((text) => line(text, parseError))
const notUtf8 = fc
  .uint8Array({ minLength: 1, maxLength: 40 })
  .map((bytes) => Buffer.from(bytes.map((byte) => (byte === 0x0a ? 0x0b : byte))))
  .map((bytes): Fault => [Buffer.concat([Buffer.from([0xff]), bytes]), parseError])
const notRpc = fc
  .oneof(
    fc.jsonValue().filter((value) => !(typeof value === 'object' && value !== null && 'method' in value)),
    fc.record({
      jsonrpc: fc.constantFrom('1.0', 2, null),
      method: fc.constant('ping'),
      id: fc.constant('odd'),
    }),
    fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.constantFrom(null, {}, [], true),
      method: fc.constant('ping'),
    }),
    fc.record({ jsonrpc: fc.constant('2.0'), id: fc.constant('odd'), method: fc.constantFrom(1, null, {}) }),
    fc.array(fc.constant({ jsonrpc: '2.0', id: 'odd', method: 'ping' }), { maxLength: 3 }),
  )
  .map((value) => line(JSON.stringify(value), invalidRequest))
const silent = fc.constantFrom(
  '',
  ' \t ',
  '\r',
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/nothing' }),
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'never' } }),
  JSON.stringify({ jsonrpc: '2.0', id: 'nobody-asked', result: {} }),
)
const deep = fc.integer({ min: 1, max: 50_000 }).map((depth) => line('['.repeat(depth), parseError))
const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 4, arbitrary: notJson },
  { weight: 2, arbitrary: notUtf8 },
  { weight: 4, arbitrary: notRpc },
  { weight: 1, arbitrary: silent.map((text) => line(text, null)) },
  { weight: 1, arbitrary: deep },
)

/** How the bytes arrive: whole, in pieces, several lines at once. */
function handOver(peer: Peer, bytes: Buffer, at: number): void {
  const cut = bytes.length === 0 ? 0 : at % bytes.length
  peer.raw(bytes.subarray(0, cut))
  peer.raw(bytes.subarray(cut))
}

describe('T26 lines that are no messages', () => {
  it('2,000 of them are answered one by one, and the next question too', async () => {
    const peer = new Peer(world, root)
    await peer.open()
    await peer.ask('tools/list')
    const before = peer.peak()
    const faults = fc.sample(fault, { numRuns: 2000, seed: 26 })
    for (let at = 0; at < faults.length; at += 50) {
      const some = faults.slice(at, at + 50)
      const heard = peer.unasked.length
      handOver(peer, Buffer.concat(some.flatMap(([bytes]) => [bytes, Buffer.from('\n')])), at * 31)
      expect((await peer.ask('ping')).result).toEqual({})
      const wanted = some.flatMap(([, code]) => (code === null ? [] : [code]))
      expect(peer.unasked.slice(heard).map(({ error }) => error?.code)).toEqual(wanted)
    }
    expect(peer.noise).toEqual([])
    const after = peer.peak()
    if (before !== null && after !== null) expect(after - before).toBeLessThan(64)
    expect(await peer.close()).toBe(0)
  })

  it('one that is too long is passed over in bounded memory, and the next one is read', async () => {
    const peer = new Peer(world, root)
    await peer.open()
    const before = peer.peak()
    const megabyte = Buffer.alloc(1024 * 1024, 'x')
    for (let i = 0; i < 256; i += 1) {
      peer.raw(megabyte)
      if (i % 16 === 15) peer.raw('\n')
    }
    expect((await peer.ask('ping')).result).toEqual({})
    expect(peer.unasked.map(({ error }) => error?.code)).toEqual(Array(16).fill(invalidRequest))
    expect(peer.unasked[0]!.error!.message).toMatch(/16777216 bytes; the limit is 4194304/)
    const after = peer.peak()
    if (before !== null && after !== null) expect(after - before).toBeLessThan(128)
    expect(await peer.close()).toBe(0)
  })

  it('a wrong question has an answer with its id', async () => {
    const peer = new Peer(world, root)
    await peer.open()
    expect((await peer.ask('no/such')).error?.code).toBe(-32601)
    expect((await peer.ask('resources/read', { uri: 7 })).error?.code).toBe(-32602)
    expect((await peer.ask('resources/read', { uri: 'file:///etc/passwd' })).error).toMatchObject({
      code: -32602,
      data: { uri: 'file:///etc/passwd' },
    })
    expect((await peer.ask('resources/list', { cursor: '../..' })).error?.code).toBe(-32602)
    expect((await peer.ask('tools/call', { name: 'rm' })).error?.code).toBe(-32602)
    const { error } = await peer.ask('tools/call', {
      name: 'foreword_read',
      arguments: { path: '/etc/passwd' },
    })
    expect(error?.message).toMatch(/has no argument path/)
    expect(await peer.close()).toBe(0)
  })

  it('who asks and closes the pipe is still answered', async () => {
    const peer = new Peer(world, root)
    peer.raw(
      `${request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'p', version: '1' } })}\n`,
    )
    peer.raw(request(2, 'tools/list'))
    peer.child.stdin.end()
    expect(await peer.ended).toBe(0)
    expect(peer.unasked.map(({ id }) => id).sort()).toEqual([1, 2])
  })

  it('a signal ends it well', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const peer = new Peer(world, root)
      await peer.open()
      peer.child.kill(signal)
      expect(await peer.ended).toBe(0)
    }
  })
})
