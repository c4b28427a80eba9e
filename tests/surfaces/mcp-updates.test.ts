import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Peer } from './mcp-peer.ts'
import { World } from './program.ts'

const world = new World()
const blue = ['--preset=blue']
let root: string
const adr = (text: string) => `# ADR 1: Prices\n\n## Decision\n\n${text}\n`

beforeAll(() => {
  root = world.project({ '.blue/docs/adrs/0001-prices.md': adr('Prices are integers.') })
})
afterAll(() => world.remove())

const within = { timeout: 20_000, interval: 100 }
const uri = 'blue://docs/adrs/0001-prices'
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'peer', version: '1.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

describe('M-42 changes are reported to the clients that subscribed to them', () => {
  it('a connection of 2025 hears of a resource once per change, and no more when it has left', async () => {
    const peer = new Peer(world, root, blue)
    await peer.open()
    const updates = () => peer.unasked.filter(({ method }) => method === 'notifications/resources/updated')
    expect((await peer.ask('resources/subscribe', { uri })).result).toEqual({})
    world.write(join(root, '.blue/docs/adrs/0001-prices.md'), adr('Prices are decimals.'))
    await vi.waitFor(() => expect(updates().map(({ params }) => params)).toEqual([{ uri }]), within)
    const { result } = await peer.ask('resources/read', { uri })
    expect(result.contents[0].text).toContain('Prices are decimals.')
    await peer.ask('resources/unsubscribe', { uri })
    await peer.ask('resources/subscribe', { uri: 'blue://docs/adrs/' })
    world.write(join(root, '.blue/docs/adrs/0001-prices.md'), adr('Prices are integers after all.'))
    await vi.waitFor(() => expect(updates().at(-1)!.params).toEqual({ uri: 'blue://docs/adrs/' }), within)
    expect(updates().filter(({ params }) => params!.uri === uri)).toHaveLength(1)
    expect(await peer.close()).toBe(0)
  })

  it('a client can subscribe to a missing document, but not to an invalid address', async () => {
    const peer = new Peer(world, root, blue)
    await peer.open()
    const later = 'blue://docs/adrs/0002-taxes'
    expect((await peer.ask('resources/subscribe', { uri: later })).result).toEqual({})
    expect((await peer.ask('resources/subscribe', { uri: 'file:///etc/passwd' })).error).toMatchObject({
      code: -32602,
      data: { uri: 'file:///etc/passwd' },
    })
    world.write(join(root, '.blue/docs/adrs/0002-taxes.md'), adr('Taxes are added.'))
    await vi.waitFor(
      () => expect(peer.unasked.map(({ params }) => params)).toContainEqual({ uri: later }),
      within,
    )
    expect(await peer.close()).toBe(0)
    rmSync(join(root, '.blue/docs/adrs/0002-taxes.md'))
  })

  it('a client that has asked for the list hears when it changes', async () => {
    const peer = new Peer(world, root, blue)
    await peer.open()
    await peer.ask('resources/list')
    const changed = () => peer.unasked.some(({ method }) => method === 'notifications/resources/list_changed')
    // The first check may come after the first new document, so later documents give more chances.
    let n = 10
    await vi.waitFor(
      () => {
        n += 1
        world.write(join(root, `.blue/docs/adrs/00${n}-more.md`), adr('More.'))
        expect(changed()).toBe(true)
      },
      { timeout: 30_000, interval: 2000 },
    )
    expect(await peer.close()).toBe(0)
  })

  it('a listener of 2026-07-28 hears what its filter names, with the id of its subscription', async () => {
    const peer = new Peer(world, root, blue)
    await peer.ask('server/discover', { _meta: meta })
    void peer.ask('subscriptions/listen', { _meta: meta, notifications: { resourceSubscriptions: [uri] } })
    await vi.waitFor(
      () =>
        expect(peer.unasked.map(({ method }) => method)).toContain(
          'notifications/subscriptions/acknowledged',
        ),
      within,
    )
    // The server reads the current version before it answers this.
    await peer.ask('resources/read', { _meta: meta, uri })
    world.write(join(root, '.blue/docs/adrs/0001-prices.md'), adr(`Prices are ${Date.now()}.`))
    const update = () => peer.unasked.find(({ method }) => method === 'notifications/resources/updated')
    await vi.waitFor(() => expect(update()?.params?.uri).toBe(uri), within)
    expect(JSON.stringify(update()!.params)).toContain('subscriptionId')
    expect(await peer.close()).toBe(0)
  })
})
