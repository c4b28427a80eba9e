import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { World } from './program.ts'

let world: World
let root: string
beforeEach(() => {
  world = new World()
  root = world.repository({
    '.foreword/manifest.yaml': manifest,
    'src/cart.ts': '// @tickets SHOP-12\n',
  })
})
afterEach(() => world.remove())

const manifest = `foreword: 1
name: shop
levels: { standard: { budget: 2000 } }
ceiling: 4000
default_level: standard
tiers:
  work: { budget: 1000 }
sections:
  anchors: { sources: ["file:docs/ANCHORS.md"], tier: work }
plugins:
  tickets:
    about: Tickets of the shop
    provides: [issues, sprints]
    tier: work
    max_tokens: 500
    salience_triggers:
      - { commit_msg_pattern: '^[A-Z]+-\\d+' }
      - { file_annotation: '@tickets' }
      - { keyword_match: [ticket, bug report] }
  wiki:
    provides: [pages]
`

const configuration = () => join(world.env.HOME!, '.config/foreword/plugins.yaml')
function configure(text: string): void {
  mkdirSync(join(world.env.HOME!, '.config/foreword'), { recursive: true })
  writeFileSync(configuration(), text, { mode: 0o600 })
}
const trace = () => join(world.dir, 'started')
function program(): string {
  const file = join(world.bin, 'tickets')
  writeFileSync(file, `#!/bin/sh\ntouch '${trace()}'\necho tickets\n`)
  chmodSync(file, 0o755)
  return file
}
const list = (...options: string[]) => {
  const ran = world.foreword(['plugins', root, '--json', ...options])
  expect(ran).toMatchObject({ code: 0, err: '' })
  return JSON.parse(ran.out)
}

it('M-36 ls says what a plugin is about, or else what it provides', () => {
  const { out } = world.foreword(['ls', `--repo=${root}`, '--json'])
  const plugins = JSON.parse(out).entries.filter((entry: { kind: string }) => entry.kind === 'plugin')
  const listed = plugins.map((entry: { about: string }) => entry.about)
  expect(listed).toEqual(['Tickets of the shop', 'provides pages'])
})

describe('foreword plugins', () => {
  it('M-26 M-27 M-28 lists what the manifest names, and the exact lines that enable it', () => {
    const { out, code } = world.foreword(['plugins', root])
    expect(code).toBe(0)
    expect(out).toContain('foreword://tickets/\n  Tickets of the shop\n')
    expect(out).toContain('provides issues, sprints; tier work; at most 500 tokens')
    const [, fix] = /Add to .*plugins\.yaml:\n((?: {4}.*\n)+)/.exec(out) ?? []
    // The printed text works as it is, once the path of a program is filled in.
    configure(fix!.replace(/^ {4}/gm, '').replace('/path/to/program', program()))
    expect(list().plugins[0]).toMatchObject({ name: 'tickets', enabled: true, how: 'command', why: null })
  })

  it('M-67 says of each trigger whether it fires now, and why', () => {
    configure(`plugins: { tickets: { command: ['${program()}'] } }\n`)
    const fires = (...options: string[]) =>
      list(...options).plugins[0].triggers.map((trigger: { fires: boolean }) => trigger.fires)
    expect(fires()).toEqual([false, true, false])
    world.git(root, 'commit', '-q', '--allow-empty', '-m', 'SHOP-12 Two vouchers')
    expect(fires('--task=Write a bug-report')).toEqual([true, false, true])
    expect(list().plugins[0].triggers[0].why).toBe('a recent commit says "SHOP-12 Two vouchers"')
    expect(list('--task=x').plugins[0]).toMatchObject({ asked: true })
    expect(world.foreword(['plugins', root]).out).toMatch(
      / {2}fires {2}commit_msg_pattern \^\[A-Z\]\+-\\d\+: a recent/,
    )
  })

  it('T2 says of one that is enabled that it waits for trust', () => {
    configure(`plugins: { tickets: { command: ['${program()}'] } }\n`)
    const said = () => world.foreword(['plugins', root]).out
    expect(list().trusted).toBe(false)
    expect(said()).toContain('  enabled (command), but the manifest is not trusted; run "foreword trust"')
    expect(said().match(/not trusted/g)).toHaveLength(1)
    expect(world.foreword(['trust', root, '--yes']).code).toBe(0)
    expect(list().trusted).toBe(true)
    expect(said()).toContain('  enabled (command)\n')
    expect(said()).not.toContain('not trusted')
  })

  it('M-70 starts nothing, whatever fires', () => {
    configure(`plugins: { tickets: { command: ['${program()}'] } }\n`)
    expect(list('--task=Close the ticket').plugins[0]).toMatchObject({ enabled: true, asked: true })
    world.assemble(root, 'standard')
    expect(existsSync(trace())).toBe(false)
  })

  it('says where the fault is in a file that is not right', () => {
    configure('plugins:\n  tickets:\n    comand: [x]\n')
    const { out, code } = world.foreword(['plugins', root])
    expect(code).toBe(0)
    expect(out.replace(/\s+/g, ' ')).toContain(
      'plugins.yaml:3:5: unknown key "comand"; did you mean "command"?',
    )
    expect(list().plugins[0].enabled).toBe(false)
  })

  it('T15 refuses a manifest with a pattern that is none, and names its place', () => {
    world.write(join(root, '.foreword/manifest.yaml'), manifest.replace("'^[A-Z]+-\\d+'", "'(?=x)y'"))
    const ran = world.foreword(['plugins', root])
    expect(ran.code).toBe(3)
    expect(ran.err).toMatch(
      /manifest\.yaml:17:\d+: plugins\.tickets\.salience_triggers\.0\.commit_msg_pattern: look-around/,
    )
  })

  it('T15 takes no time over a pattern made to take it', () => {
    world.write(join(root, '.foreword/manifest.yaml'), manifest.replace('^[A-Z]+-\\d+', '^([A-Z]+-?)+\\d+$'))
    world.git(root, 'commit', '-q', '--allow-empty', '-m', 'A'.repeat(4000))
    expect(list().plugins[0].triggers[0]).toMatchObject({ fires: false })
  })

  it('says that there are none', () => {
    const bare = world.project({}, 'bare')
    expect(world.foreword(['plugins', bare, '--preset=outpost']).out).toBe(
      'The manifest of bare names no plugins.\n',
    )
  })
})
