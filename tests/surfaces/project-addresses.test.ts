import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { files, secrets, text, World } from './program.ts'

/** A version of a file is trusted only if the file has not changed for this long: see `settleMs` in adapters/cache/file-versions.ts. */
const settledMs = 3_500

const manifest = `foreword: 1
name: shop
levels: { standard: { budget: 1500 } }
default_level: standard
ceiling: 4000
sections:
  layout: { sources: ["foreword://project/layout"] }
  state: { sources: ["foreword://project/state"] }
`

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

const shop = (name: string) =>
  world.repository({ '.foreword/manifest.yaml': manifest, 'src/a.ts': '1\n', 'README.md': '# Shop\n' }, name)

const read = (root: string, address: string) => world.foreword(['read', address, `--repo=${root}`])

describe('the addresses of every project', () => {
  it('are listed with the tier of their section', () => {
    const { out } = world.foreword(['ls', 'project', `--repo=${shop('listed')}`, '--json'])
    const addresses = JSON.parse(out).entries.map((entry: { address: string }) => entry.address)
    expect(addresses).toEqual(
      ['purpose', 'commands', 'layout', 'conventions', 'state'].map((name) => `foreword://project/${name}`),
    )
  })

  it('give the state of the repository without a section for it', () => {
    const root = shop('read')
    world.write(join(root, 'src/a.ts'), '2\n')
    const [commit] = world.git(root, 'log', '--format=%h', '--abbrev=9').split('\n')
    const expected = `Branch: main\nUncommitted: src/a.ts\nLast commits:\n- ${commit} first\n`
    expect(read(root, 'project/state')).toEqual({ code: 0, out: expected, err: '' })
  })

  it('say in a sentence that there is nothing', () => {
    const root = world.project({ '.foreword/manifest.yaml': manifest }, 'plain')
    const { code, err } = read(root, 'project/state')
    expect([code, err.split('\n')[0]]).toEqual([
      3,
      'There is nothing at foreword://project/state: nothing in the project tells it.',
    ])
  })

  it('are redacted like every source', () => {
    const [secret] = Object.values(secrets)
    const root = shop('redacted')
    world.git(root, 'commit', '-q', '--allow-empty', '-m', `Use ${secret}`)
    expect(read(root, 'project/state').out).toContain('Use [REDACTED]')
  })
})

it('the state that init proposes is sent again to a running session, if it has changed', () => {
  const none = Object.fromEntries(Object.keys(files).map((path) => [path, null]))
  const root = world.repository({ ...none, 'README.md': '# Shop\n\nA shop that sells things.\n' }, 'running')
  expect(world.foreword(['init', root, '--yes']).code).toBe(0)
  const session = ['--session=7f3a', '--json']
  const at = (minutes: number) => `--now=${new Date(Date.UTC(2026, 0, 3, 12, minutes)).toISOString()}`
  const refresh = (minutes: number) => {
    const { out } = world.foreword(['refresh', root, ...session, '--turn', at(minutes)])
    return JSON.parse(out).sent.map(({ section }: { section: string }) => section)
  }
  world.foreword(['assemble', root, 'standard', join(world.dir, 'out'), ...session, at(0)])
  world.git(root, 'checkout', '-q', '-b', 'feature')
  expect([refresh(10), refresh(31), refresh(62)]).toEqual([[], ['state'], []])
})

describe('a cached packet with addresses of the project', () => {
  const changes: Record<string, { change: (root: string) => void; shows: string }> = {
    'a commit': {
      change: (root) => world.git(root, 'commit', '-q', '--allow-empty', '-m', 'second'),
      shows: 'second',
    },
    'another branch': {
      change: (root) => world.git(root, 'checkout', '-q', '-b', 'feature/cart'),
      shows: 'Branch: feature/cart',
    },
    'a staged file': {
      change(root) {
        world.write(join(root, 'src/a.ts'), '2\n')
        world.git(root, 'add', 'src/a.ts')
      },
      shows: 'Uncommitted: README.md, src/a.ts',
    },
    'the next edit of an uncommitted file': {
      change: (root) => world.write(join(root, 'README.md'), '# Shop\n'),
      shows: 'Branch: main\nLast commits',
    },
    'a new file in a listed directory': {
      change: (root) => world.write(join(root, 'src/b.ts'), '1\n'),
      shows: 'Uncommitted: README.md, src/b.ts',
    },
  }
  const roots = new Map<string, string>()
  const assemble = (root: string) => {
    const ran = world.foreword(['assemble', root, 'standard', join(root, '../out')])
    expect(ran.code, ran.err).toBe(0)
    return text(root, '../out/context.md')
  }

  beforeAll(async () => {
    for (const name of ['nothing', ...Object.keys(changes)]) {
      const root = shop(`cached-${name.replaceAll(' ', '-')}`)
      world.write(join(root, 'README.md'), '# Shop, edited\n')
      roots.set(name, root)
    }
    // The first packet creates the store, which changes the root.
    for (const root of roots.values()) assemble(root)
    await pause(settledMs)
    for (const root of roots.values()) assemble(root)
    const compiled = join(world.cache, 'compiled')
    for (const name of readdirSync(compiled)) {
      const file = join(compiled, name)
      // Only a rendered packet has the versions of files beside it.
      if (text(file).includes('"files":[['))
        writeFileSync(file, text(file).replaceAll('Last commits:', 'From the cache:'))
    }
  })

  it('is used while nothing has changed', () => {
    const packet = assemble(roots.get('nothing')!)
    expect(packet).toContain('Uncommitted: README.md')
    expect(packet).toContain('From the cache:')
  })

  it.each(Object.entries(changes))('is compiled again after %s', (name, { change, shows }) => {
    const root = roots.get(name)!
    change(root)
    const packet = assemble(root)
    expect(packet).toContain(shows)
    expect(packet).not.toContain('From the cache:')
  })
})
