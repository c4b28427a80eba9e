// A running server picks up changes at the next read, and every response is recorded, whatever happens to the server.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, Peer } from './mcp-peer.ts'
import { notesManifest } from './mcp-project.ts'
import { World } from './program.ts'

const manifest = notesManifest('lasting')
const uri = 'shop://docs/notes/1'
/** A version of a file is trusted only if the file has not changed for this long: see `settleMs` in adapters/cache/file-versions.ts. */
const settledMs = 3_500

const world = new World()
let root: string
beforeAll(async () => {
  root = world.repository({
    '.foreword/manifest.yaml': manifest,
    'docs/0001-open.md': '# Open\n\nThe word is swordfish-and-chips.\n',
  })
  expect(world.foreword(['trust', '--yes'], { cwd: root }).code).toBe(0)
  await pause(settledMs)
})
afterAll(() => world.remove())

async function opened(): Promise<Peer> {
  const peer = new Peer(world, root)
  await peer.open()
  return peer
}

const read = (peer: Peer) => peer.ask('resources/read', { uri })
const textOf = ({ result }: Answer): string => result.contents[0].text
const receiptOf = ({ result }: Answer): string => result.contents[0]._meta['foreword/receipt']

interface Shown {
  readonly injection: { readonly injection_id: string; readonly commit: string | null }
}
const shown = (id: string): Shown['injection'] =>
  (JSON.parse(world.foreword(['show', id, '--json'], { cwd: root }).out) as Shown).injection

/** All resources, page by page. */
function logged(): { readonly seq: number; readonly injection_id: string }[] {
  const all: { readonly seq: number; readonly injection_id: string }[] = []
  for (;;) {
    const before = all.length === 0 ? [] : [`--before=${all.at(-1)!.seq}`]
    const { out } = world.foreword(['log', '--limit=1000', '--json', ...before], { cwd: root })
    const page = (JSON.parse(out) as { injections: typeof all }).injections
    if (page.length === 0) return all
    all.push(...page)
  }
}

describe('a server that goes on', () => {
  it('has the commit of the moment in each receipt', async () => {
    const peer = await opened()
    const commits: (string | null)[] = []
    for (const act of ['', 'first', 'branch', 'packed'] as const) {
      if (act === 'first') world.git(root, 'commit', '-q', '--allow-empty', '-m', 'Next')
      if (act === 'branch') world.git(root, 'checkout', '-q', '-b', 'other', 'HEAD~1')
      if (act === 'packed') world.git(root, 'pack-refs', '--all')
      for (let i = 0; i < 3; i++)
        expect(shown(receiptOf(await read(peer))).commit).toBe(world.git(root, 'rev-parse', 'HEAD'))
      commits.push(world.git(root, 'rev-parse', 'HEAD'))
    }
    expect(new Set(commits).size).toBe(2)
    world.git(root, 'checkout', '-q', 'main')
    expect(await peer.close()).toBe(0)
  })

  it('redacts what has become a secret meanwhile, also in what it has sent before', async () => {
    const peer = await opened()
    for (let i = 0; i < 3; i++) expect(textOf(await read(peer))).toContain('swordfish-and-chips')
    world.write(join(root, '.env'), 'PASSWORD=swordfish-and-chips\n')
    const after = textOf(await read(peer))
    expect(after).toContain('The word is [REDACTED]')
    expect(after).toBe(world.foreword(['read', uri], { cwd: root }).out)
    await peer.close()
  })

  it('says nothing more once its manifest is not trusted any more, and nothing of another one', async () => {
    const peer = await opened()
    for (let i = 0; i < 3; i++) expect((await read(peer)).error).toBeUndefined()
    expect(world.foreword(['trust', '--revoke'], { cwd: root }).code).toBe(0)
    expect((await read(peer)).error).toMatchObject({ code: -32602, data: { uri } })
    expect((await peer.ask('resources/list')).result.resources).toEqual([])
    expect(world.foreword(['trust', '--yes'], { cwd: root }).code).toBe(0)
    expect((await read(peer)).error).toBeUndefined()
    world.write(join(root, '.foreword/manifest.yaml'), `${manifest}journal: { when: session-end }\n`)
    expect((await read(peer)).error).toMatchObject({ code: -32602, data: { uri } })
    world.write(join(root, '.foreword/manifest.yaml'), manifest)
    await peer.close()
  })

  it('leaves a receipt of every read that it has answered, though it is killed among others', async () => {
    const peer = await opened()
    const answered: string[] = []
    const reader = async () => {
      for (;;) answered.push(receiptOf(await read(peer)))
    }
    for (let i = 0; i < 16; i++) void reader()
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(200)
    peer.child.kill('SIGKILL')
    await peer.ended
    const kept = new Set(logged().map((listed) => listed.injection_id))
    expect(answered.filter((id) => !kept.has(id))).toEqual([])
    expect(JSON.parse(world.foreword(['verify', '--json'], { cwd: root }).out)).toMatchObject({ holds: true })
  })

  it('answers where the record cannot be kept as it should be, and says so once', async () => {
    const nowhere = join(root, 'docs/0001-open.md/below-a-file')
    const peer = new Peer({ env: { ...world.env, FOREWORD_STORE: nowhere } }, root)
    await peer.open()
    for (let i = 0; i < 5; i++) expect(textOf(await read(peer))).toContain('The word is')
    await expect.poll(() => peer.errors.join(''), { timeout: 10_000 }).toMatch(/ is used instead/)
    expect(peer.errors.join('').match(/is used instead/g)).toHaveLength(1)
    expect(peer.noise).toEqual([])
    await peer.close()
  })

  it('leaves nothing for the next program to take in when it has ended', async () => {
    const peer = await opened()
    for (let i = 0; i < 50; i++) await read(peer)
    expect(await peer.close()).toBe(0)
    const log = join(root, '.foreword/state/store.db-wal')
    expect(statSync(log, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  })
})
