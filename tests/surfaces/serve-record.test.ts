import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from './program.ts'
import {
  ask,
  legacyHeaders,
  modern,
  openPosted,
  openSession,
  openStream,
  type Served,
  serve,
} from './serving.ts'

let world: World
let repo: string
let served: Served
let port: number
beforeAll(async () => {
  world = new World()
  repo = world.project()
  served = await serve(world, repo)
  port = served.where.port
})
afterAll(async () => {
  await served.stop()
  world.remove()
})

interface Content {
  readonly text: string
  readonly _meta: Readonly<Record<string, unknown>>
}

function contentOf(body: string): Content {
  const { result } = JSON.parse(body) as { result: { contents: [Content] } }
  if (result === undefined) throw new Error(body)
  return result.contents[0]
}

/** The recorded injection of a read. */
function receiptOf({ _meta }: Content): Readonly<Record<string, unknown>> {
  const shown = world.foreword(['show', String(_meta['foreword/receipt']), `--repo=${repo}`, '--json'])
  return (JSON.parse(shown.out) as { injection: Record<string, unknown> }).injection
}

const uri = 'section:soul'

describe('a read over HTTP', () => {
  it('by the protocol of 2025 is in the record with its session and the client that opened it', async () => {
    const session = await openSession(port, 'codex')
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } })
    const headers = [...legacyHeaders(port), `Mcp-Session-Id: ${session}`]
    const content = contentOf((await ask(port, { headers, body })).body)
    expect(receiptOf(content)).toMatchObject({ session_id: session, client: 'codex 1.2' })
  })

  it('by the protocol of 2026 is alone in the record, with its client', async () => {
    const headers = [
      ...legacyHeaders(port),
      'MCP-Protocol-Version: 2026-07-28',
      'Mcp-Method: resources/read',
      `Mcp-Name: ${uri}`,
    ]
    const read = async () =>
      contentOf((await ask(port, { headers, body: modern('resources/read', { uri }) })).body)
    const [first, second] = [await read(), await read()]
    expect(receiptOf(first)).toMatchObject({ client: 'tester 9.9' })
    // A separate session.
    expect(receiptOf(first).session_id).toBe(receiptOf(first).injection_id)
    expect(receiptOf(second).session_id).not.toBe(receiptOf(first).session_id)
  })

  it('has the bytes of "foreword read"', async () => {
    const session = await openSession(port)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } })
    const { text } = contentOf(
      (await ask(port, { headers: [...legacyHeaders(port), `Mcp-Session-Id: ${session}`], body })).body,
    )
    const { out } = world.foreword(['read', uri, `--repo=${repo}`, '--preset=outpost'])
    expect(text).not.toBe('')
    expect(text).toBe(out)
  })
})

describe('M-42 a change', () => {
  const file = () => join(repo, 'apps/shop/SHOP_SOUL.md')
  const change = (purpose: string) => world.write(file(), `Project: Shop\nPurpose: ${purpose}\n`)
  const within = { timeout: 20_000, interval: 100 }

  /** Collects what arrives on a stream from now on. */
  function hear(stream: Socket): () => string[] {
    let text = ''
    stream.on('data', (some) => {
      text += some.toString()
    })
    return () => text.match(/notifications\/resources\/updated/g) ?? []
  }

  it('is told to a session of 2025 on its stream, once', async () => {
    const session = await openSession(port)
    const stream = await openStream(port, session)
    const heard = hear(stream)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params: { uri } })
    const headers = [...legacyHeaders(port), `Mcp-Session-Id: ${session}`]
    expect((await ask(port, { headers, body })).status).toBe(200)
    change('Sell more')
    await expect.poll(heard, within).toHaveLength(1)
    stream.destroy()
  })

  it('is told once to each stream of 2026 that asked for it', async () => {
    const headers = [
      ...legacyHeaders(port),
      'MCP-Protocol-Version: 2026-07-28',
      'Mcp-Method: subscriptions/listen',
    ]
    const listen = (resourceSubscriptions: readonly string[]) =>
      openPosted(port, headers, modern('subscriptions/listen', { notifications: { resourceSubscriptions } }))
    const streams = await Promise.all([
      listen([uri]),
      listen([uri, 'section:anchors']),
      listen(['section:anchors']),
    ])
    const heard = streams.map(hear)
    change('Sell less')
    await expect.poll(() => heard.slice(0, 2).map((listen) => listen().length), within).toEqual([1, 1])
    expect(heard[2]?.()).toEqual([])
    streams[0]?.destroy()
    change('Sell nothing')
    await expect.poll(() => heard[1]?.(), within).toHaveLength(2)
    for (const stream of streams) stream.destroy()
  })
})
