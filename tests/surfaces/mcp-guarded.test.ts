// Content that is never sent is not sent through the server either, by any request.
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connections, type Reachable, reachable, readText } from './mcp-client.ts'
import { secrets, World } from './program.ts'

const canary = 'canary-that-must-not-be-told'
const manifest = `foreword: 1
name: guarded
scheme: shop
measure: chars/4
levels: { all: { budget: 4000 } }
default_level: all
ceiling: 8000
tiers: { identity: { budget: 2000 } }
collections: { notes: { files: 'docs/**/*.md' } }
contexts: { voice: { files: ['voice/*'] } }
sections:
  notes: { tier: identity, sources: ["shop://docs/notes/"], missing: skip }
  env: { sources: ["file:.env"], missing: skip }
  out: { sources: ["file:link.md"], missing: skip }
`
const denied = ['.env', 'docs/0002-client-secret.md', 'docs/My-Credentials.md', 'voice/credentials.md']

const world = new World()
let root: string
let there: Reachable
beforeAll(async () => {
  root = join(world.dir, 'guarded')
  world.write(join(root, '.foreword/manifest.yaml'), manifest)
  world.write(join(root, 'docs/0001-open.md'), `# Open\n\nThis may be told, ${secrets.github} may not.\n`)
  world.write(join(root, 'voice/open.md'), 'Speak plainly.\n')
  for (const path of denied) world.write(join(root, path), `# ${canary}\n`)
  world.write(join(world.dir, 'outside/o.md'), `# ${canary}\n`)
  for (const [to, from] of [
    ['../outside/o.md', 'link.md'],
    ['../../outside/o.md', 'docs/0003-out.md'],
    ['../.env', 'docs/0004-env.md'],
    ['../../outside', 'voice/linked'],
  ] as const)
    symlinkSync(to, join(root, from))
  mkdirSync(join(root, '.git'))
  there = await reachable(world, root)
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  world.remove()
})

const addresses = [
  'shop://docs/notes/',
  ...[
    '0001',
    '0002',
    '0002-client-secret',
    'client',
    'credentials',
    '0003',
    '0003-out',
    '0004',
    '0004-env',
  ].map((id) => `shop://docs/notes/${id}`),
  'shop://docs/notes/../../.env',
  'shop://docs/notes/..%2f..%2f.env',
  'shop://docs/notes/%2e%2e%2f%2e%2e%2f%2e%2e%2foutside%2fo',
  'shop://context/voice',
  'section:env',
  'section:out',
  'file:.env',
  'file:///etc/passwd',
  '/etc/passwd',
]

/** Everything that a client can read, as raw bytes. */
async function everything(client: Client): Promise<string> {
  const asked = [
    client.listResources(),
    client.listResourceTemplates(),
    ...addresses.map((uri) => client.readResource({ uri }, { cacheMode: 'bypass' })),
    ...addresses.map((uri) => client.callTool({ name: 'shop_read', arguments: { uri } })),
    ...addresses.map((uri) => client.callTool({ name: 'shop_explain', arguments: { uri } })),
    ...['canary', 'told', 'secret', secrets.github].map((query) =>
      client.callTool({ name: 'shop_search', arguments: { query } }),
    ),
    client.callTool({ name: 'shop_context_status', arguments: {} }),
    client.getPrompt({ name: 'shop_start', arguments: { task: 'Tell all' } }),
    client.complete({
      ref: { type: 'ref/resource', uri: 'shop://docs/notes/{id}' },
      argument: { name: 'id', value: '' },
    }),
  ]
  const answers = await Promise.allSettled(asked)
  const told = answers.map((answer) =>
    answer.status === 'fulfilled'
      ? answer.value
      : { refused: String(answer.reason), data: (answer.reason as { data?: unknown }).data },
  )
  return JSON.stringify([client.getInstructions(), told])
}

describe('an untrusted manifest', () => {
  it.each(connections)('offers nothing: $way $version', async ({ way, version }) => {
    const client = await there.connect(way, version)
    expect(client.getInstructions()).toMatch(/not trusted/)
    expect((await client.listResources()).resources).toEqual([])
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([])
    await expect(readText(client, 'shop://docs/notes/0001')).rejects.toMatchObject({
      code: -32602,
      data: { uri: 'shop://docs/notes/0001' },
    })
    expect(await everything(client)).not.toMatch(/may be told|Speak plainly/)
  })

  it.each(connections)(
    'offers all it has once it is trusted, without a new start: $way $version',
    async ({ way, version }) => {
      world.foreword(['trust', '--revoke'], { cwd: root })
      const client = await there.connect(way, version)
      expect((await client.listResources()).resources).toEqual([])
      expect(world.foreword(['trust', '--yes'], { cwd: root }).code).toBe(0)
      expect(await readText(client, 'shop://docs/notes/0001')).toContain('This may be told')
      const { resources } = await client.listResources(undefined, { cacheMode: 'bypass' })
      expect(resources.map(({ uri }) => uri)).toContain('shop://docs/notes/0001-open')
    },
  )
})

describe.each(connections)('by $way, $version', ({ way, version }) => {
  let client: Client
  let all: string
  beforeAll(async () => {
    world.foreword(['trust', '--yes'], { cwd: root })
    client = await there.connect(way, version)
    all = await everything(client)
  })

  it('a secret is taken out of everything that is told', async () => {
    expect(await readText(client, 'shop://docs/notes/0001')).toMatch(/This may be told, .* may not/)
    expect(all).not.toContain(secrets.github)
  })

  it('T5 names on the deny-list and what lies outside of the project are not told, whatever leads there', () => {
    expect(all).toContain('This may be told')
    expect(all).toContain('Speak plainly')
    expect(all).not.toContain(canary)
    expect(all).not.toContain('root:')
  })
})
