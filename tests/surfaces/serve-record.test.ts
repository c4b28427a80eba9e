import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from './program.ts'
import { ask, legacyHeaders, modern, openSession, type Served, serve } from './serving.ts'

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

/** As it is in the record. */
function receiptOf({ _meta }: Content): Readonly<Record<string, unknown>> {
  const shown = world.foreword(['show', String(_meta['foreword/receipt']), `--repo=${repo}`, '--json'])
  return (JSON.parse(shown.out) as { injection: Record<string, unknown> }).injection
}

const uri = 'section:soul'

describe('a read over HTTP', () => {
  it('of 2025 is in the record with the session it belongs to and the client that opened it', async () => {
    const session = await openSession(port, 'codex')
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } })
    const headers = [...legacyHeaders(port), `Mcp-Session-Id: ${session}`]
    const content = contentOf((await ask(port, { headers, body })).body)
    expect(receiptOf(content)).toMatchObject({ session_id: session, client: 'codex 1.2' })
  })

  it('of 2026 stands alone in the record, with its client', async () => {
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
    // A session of its own.
    expect(receiptOf(first).session_id).toBe(receiptOf(first).injection_id)
    expect(receiptOf(second).session_id).not.toBe(receiptOf(first).session_id)
  })

  it('has the bytes of "foreword read"', async () => {
    const session = await openSession(port)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } })
    const { text } = contentOf((await ask(port, { headers: [...legacyHeaders(port), `Mcp-Session-Id: ${session}`], body })).body)
    const { out } = world.foreword(['read', uri, `--repo=${repo}`, '--preset=outpost'])
    expect(text).not.toBe('')
    expect(text).toBe(out)
  })
})
