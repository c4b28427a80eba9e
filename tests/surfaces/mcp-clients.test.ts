// Real clients over every transport and with every version of the protocol.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, ProtocolError } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  callText,
  clientInfo,
  connections,
  type Reachable,
  reachable,
  readText,
  type Version,
  type Way,
} from './mcp-client.ts'
import { type BlueProject, blueProject } from './mcp-project.ts'
import { type Ran, World } from './program.ts'

const world = new World()
let project: BlueProject
let there: Reachable
/** The result of `foreword read` for each address of `foreword ls`. */
const printed = new Map<string, Ran>()
const foreword = (...args: string[]) => world.foreword(args, { cwd: project.root })
const document = (...args: string[]) => JSON.parse(foreword(...args, '--json').out)

beforeAll(async () => {
  project = blueProject(world)
  there = await reachable(world, project.root)
  for (const address of addresses()) printed.set(address, foreword('read', address))
  rmSync(project.trace)
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  world.remove()
})

/** An address whose content differs for each session. */
const ownSession = 'blue://state/active-session'

/** Over HTTP, requests of 2026-07-28 are independent. */
function lasting(way: Way, version: Version): boolean {
  return way === 'stdio' || version !== '2026-07-28'
}

interface Entry {
  readonly address: string
  readonly kind: string
}

function addresses(): string[] {
  const { entries } = document('ls') as { entries: Entry[] }
  const inside = entries
    .filter(({ kind }) => kind === 'collection')
    .map(({ address }) => document('ls', address))
  return [...entries, ...inside.flatMap((listing) => listing.entries as Entry[])]
    .map(({ address }) => address)
    .sort()
}

/** The error that a client gets. */
async function refusalOf(answer: Promise<unknown>): Promise<ProtocolError> {
  const error = await answer.then(
    (said) => new Error(`It was answered: ${JSON.stringify(said)}`),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ProtocolError) return error
  throw error
}

describe('M-42 before anything was read', () => {
  it.each(connections)(
    'lists tell what there is without looking into it: $way $version',
    async ({ way, version }) => {
      const client = await there.connect(way, version)
      const { resources } = await client.listResources()
      await client.listResourceTemplates()
      await client.listTools()
      expect(resources.map(({ uri }) => uri)).toContain('blue://tickets/')
      expect(existsSync(project.trace)).toBe(false)
    },
  )
})

describe.each(connections)("the SDK's client by $way, $version", ({ way, version }) => {
  let client: Client
  beforeAll(async () => {
    client = await there.connect(way, version)
  })

  it('speaks its own version and is told what the project is', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getServerVersion()).toMatchObject({ name: 'foreword' })
    const instructions = client.getInstructions() ?? ''
    expect(instructions).toContain('There is exactly one authoritative place for each fact 1')
    expect(instructions).toContain('blue_read')
    expect(instructions.length).toBeLessThanOrEqual(4000)
  })

  it('M-78 M-80 is told each address of the manifest once', async () => {
    const uris = (await client.listResources()).resources.map(({ uri }) => uri)
    expect(uris).toEqual([...printed.keys()])
    for (const address of ['docs/adrs/0001-decision-1', 'docs/spikes/0003-postgres', 'state/current-rfc'])
      expect(uris.filter((uri) => uri.startsWith(`blue://${address}`))).toHaveLength(1)
  })

  it('M-08 M-79 M-80 reads every address with the bytes of "foreword read", as a resource and by the tool', async () => {
    for (const [uri, { code, out, err }] of printed) {
      if (uri === ownSession) continue
      if (code === 0) {
        expect(await readText(client, uri), uri).toBe(out)
        expect(await callText(client, 'blue_read', { uri }), uri).toBe(out)
        continue
      }
      // The address is declared but has no content yet.
      const { message, data } = await refusalOf(client.readResource({ uri }))
      expect(data).toMatchObject({ uri })
      expect(message.replaceAll(' ', '')).toContain(err.split('\n')[0]!.replaceAll(' ', ''))
      expect(await client.callTool({ name: 'blue_read', arguments: { uri } })).toMatchObject({
        isError: true,
      })
    }
    expect([...printed.values()].filter(({ code }) => code === 0).length).toBeGreaterThan(10)
  })

  it('reads of its own session what "foreword read" prints for that', async () => {
    const uri = ownSession
    const { contents } = await client.readResource({ uri }, { cacheMode: 'bypass' })
    const { session_id } = document('show', String(contents[0]?._meta?.['foreword/receipt'])).injection
    // An independent request has no session, so both show the last session.
    const named = lasting(way, version) ? [`--session=${session_id}`] : []
    expect(contents[0]).toMatchObject({ text: foreword('read', uri, ...named).out })
  })

  it('is told beside the text what it weighs, which bytes they are and whether they are stale', async () => {
    const uri = 'blue://docs/spikes/0003-postgres'
    const { contents } = await client.readResource({ uri }, { cacheMode: 'bypass' })
    const { tokens, digest, diagnostics } = document('read', uri)
    expect(contents[0]?._meta).toMatchObject({
      'foreword/tokens': tokens,
      'foreword/digest': digest,
      'foreword/stale': diagnostics.filter(({ code }: { code: string }) => code === 'stale'),
    })
  })

  it('completes what a template leaves open, and reads what comes of it', async () => {
    const { resourceTemplates } = await client.listResourceTemplates()
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
    expect(templates).toContain('blue://docs/adrs/{id}')
    for (const uri of templates) {
      const variable = /\{(\w+)\}/.exec(uri)![1]!
      const ref = { type: 'ref/resource', uri } as const
      const { completion } = await client.complete({ ref, argument: { name: variable, value: '' } })
      for (const value of completion.values) {
        const address = uri.replace(`{${variable}}`, value)
        if (variable !== 'path') expect([...printed.keys()], uri).toContain(address)
        else expect(await readText(client, address)).toContain('SHOP-12')
      }
    }
  })

  it('M-47 calls every tool', async () => {
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(['blue_context_status', 'blue_read', 'blue_search', 'blue_explain'])
    const status = await client.callTool({ name: 'blue_context_status', arguments: {} })
    expect(status.structuredContent).toEqual(document('context', 'show'))
    expect(await callText(client, 'blue_search', { query: 'postgres' })).toContain('0003-postgres')
    expect(await callText(client, 'blue_explain', { uri: 'blue://docs/adrs/' })).toContain('Section adrs')
  })

  it('starts a task with its context', async () => {
    const [prompt] = (await client.listPrompts()).prompts
    expect(prompt).toMatchObject({ name: 'blue_start' })
    const { messages } = await client.getPrompt({ name: 'blue_start', arguments: { task: 'Add vouchers' } })
    expect(JSON.stringify(messages)).toContain('Add vouchers')
    expect(JSON.stringify(messages)).toContain('blue://state/current-rfc')
  })

  it('is told by the protocol what it asked wrongly, never as an answer', async () => {
    for (const uri of [
      'blue://docs/adrs/0404',
      'blue://docs/nothing/',
      'blue://docs/adrs/..%2f..%2fREADME',
      'other://docs/adrs/',
      'file:///etc/passwd',
    ]) {
      const { code, data } = await refusalOf(client.readResource({ uri }))
      expect(code, uri).toBe(-32602)
      expect(data, uri).toMatchObject({ uri })
    }
    const { code } = await refusalOf(client.callTool({ name: 'blue_nothing', arguments: {} }))
    expect(code).toBe(-32602)
  })

  it('leaves a receipt for each read, with its session, its name and its version', async () => {
    const uri = 'blue://docs/spikes/0003-postgres'
    const read = async () => {
      const { contents } = await client.readResource({ uri }, { cacheMode: 'bypass' })
      return document('show', String(contents[0]?._meta?.['foreword/receipt'])).injection
    }
    const [first, second] = [await read(), await read()]
    expect(first).toMatchObject({ asked: uri, client: `${clientInfo.name} ${clientInfo.version}` })
    expect(first.session_id).toEqual(expect.any(String))
    expect(second.injection_id).not.toBe(first.injection_id)
    expect(second.session_id === first.session_id).toBe(lasting(way, version))
    const listed = document('log', '--limit=2').injections.map(
      ({ injection_id: id }: { injection_id: string }) => id,
    )
    expect(listed).toEqual([second.injection_id, first.injection_id])
  })

  it('M-42 hears of a change of what it asked to hear of', async () => {
    const uri = `blue://docs/runbooks/${way}-${version}`
    const file = join(project.root, `.blue/docs/runbooks/${way}-${version}.md`)
    const told: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      told.push(params.uri)
    })
    if (version === '2026-07-28') await client.listen({ resourceSubscriptions: [uri] })
    else await client.subscribeResource({ uri })
    // Over HTTP the client cannot know when the server first read the file, so the file changes until the client gets a notification.
    let writtenAt = 0
    await vi.waitFor(
      () => {
        if (Date.now() - writtenAt >= 1500) {
          writtenAt = Date.now()
          world.write(file, `# Runbook\n\n${writtenAt}\n`)
        }
        expect(told).toContain(uri)
      },
      { timeout: 20_000, interval: 20 },
    )
    expect(new Set(told)).toEqual(new Set([uri]))
    rmSync(file)
  })
})

describe('M-78 a list of several pages', () => {
  const large = new World()
  let far: Reachable
  let root: string
  beforeAll(async () => {
    root = blueProject(large, 'large').root
    for (let n = 1000; n < 2100; n++) large.write(join(root, `.blue/docs/spikes/${n}.md`), '#\n')
    far = await reachable(large, root)
  })
  afterAll(async () => {
    await far[Symbol.asyncDispose]()
    large.remove()
  })

  it.each(connections)('is told whole, each address once: $way $version', async ({ way, version }) => {
    const client = await far.connect(way, version)
    // The client requests all pages.
    const uris = (await client.listResources()).resources.map(({ uri }) => uri)
    expect(new Set(uris).size).toBe(uris.length)
    expect(uris.filter((uri) => /^blue:\/\/docs\/spikes\/[12]/.test(uri))).toHaveLength(1100)
  })
})
