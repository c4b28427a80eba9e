import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { World } from './program.ts'

let world: World
let root: string
beforeEach(() => {
  world = new World()
  root = world.repository({ '.foreword/manifest.yaml': manifest, 'docs/ANCHORS.md': '# Anchors\n\nOne.\n' })
})
afterEach(() => world.remove())

const manifest = `foreword: 1
name: shop
levels: { standard: { budget: 2000 } }
ceiling: 4000
default_level: standard
measure: chars/4
tiers:
  work: { budget: 1000, delivery: declare }
sections:
  anchors: { sources: ["file:docs/ANCHORS.md"] }
  tickets: { sources: ["foreword://tickets/"], tier: work, missing: skip }
plugins:
  tickets:
    provides: [issues]
    max_tokens: 100
    salience_triggers:
      - { commit_msg_pattern: '^[A-Z]+-\\d+' }
`

/** Enables a program that writes a file when it starts. */
function enable(script: string): void {
  const file = join(world.bin, 'tickets')
  writeFileSync(file, `#!/bin/sh\ntouch '${trace()}'\n${script}\n`)
  chmodSync(file, 0o755)
  const directory = join(world.env.HOME!, '.config/foreword')
  mkdirSync(directory, { recursive: true })
  writeFileSync(
    join(directory, 'plugins.yaml'),
    `plugins: { tickets: { command: ['${file}'], timeout_seconds: 2 } }\n`,
    {
      mode: 0o600,
    },
  )
}
const trace = () => join(world.dir, 'started')
const trust = () => expect(world.foreword(['trust', root, '--yes']).code).toBe(0)
const work = () => world.git(root, 'commit', '-q', '--allow-empty', '-m', 'SHOP-12 Two vouchers')

function packet(): { text: string; err: string } {
  const out = join(world.dir, 'out')
  const ran = world.foreword(['assemble', root, out])
  expect(ran.code).toBe(0)
  return { text: readFileSync(join(out, 'context.md'), 'utf8'), err: ran.err }
}

describe('a plugin in a packet', () => {
  it('M-36 M-68 M-71 stands there as text when a trigger calls for it, with no more than its share', () => {
    enable(
      `echo "# Tickets"; i=0; while [ $i -lt 60 ]; do echo "- SHOP-$i is open and somebody waits for it"; i=$((i+1)); done`,
    )
    trust()
    work()
    const { text } = packet()
    expect(text).toContain('- SHOP-3 is open')
    expect(text).not.toContain('- SHOP-59 is open')
    expect(text).toContain('...[cut]...')
  })

  it('M-70 is not started when nothing calls for it', () => {
    enable('echo tickets')
    trust()
    expect(packet().text).not.toContain('tickets')
    expect(existsSync(trace())).toBe(false)
  })

  it('T1 T4 is not started for an untrusted manifest, and the packet says so', () => {
    enable('echo tickets')
    work()
    expect(packet().err).toContain('not trusted, so no plugin was started (tickets)')
    expect(existsSync(trace())).toBe(false)
    trust()
    world.write(join(root, '.foreword/manifest.yaml'), manifest.replace('[issues]', '[issues, notes]'))
    packet()
    expect(existsSync(trace())).toBe(false)
    world.write(join(root, '.foreword/manifest.yaml'), manifest.replace('budget: 1000', 'budget: 1001'))
    packet()
    expect(existsSync(trace())).toBe(true)
  })

  it('is redacted like every source', () => {
    const secret = ['ghp', 'R4nd0mL3tt3rsAndD1g1tsF0rT3st1ngXyZ12'].join('_')
    enable(`echo "token ${secret}"`)
    trust()
    work()
    expect(packet().text).toContain('token [REDACTED]')
  })

  it.each([
    ['hangs', 'sleep 60', 'had not answered after 2 s'],
    ['ends with 1', 'exit 1', 'ended with exit code 1'],
    ['prints without end', 'yes tickets', 'more than'],
    ['prints what is no text', "printf 'a\\0b'", 'no text'],
  ])('that %s costs a warning and not the packet', (_, script, said) => {
    enable(script)
    trust()
    work()
    const { text, err } = packet()
    expect(text).toContain('One.')
    expect(err.replace(/\s+/g, ' ')).toContain(said)
  })

  it('M-36 is read by its address whatever fires, if its manifest is trusted', () => {
    enable('cat')
    const before = world.foreword(['read', 'tickets/SHOP-12', '--repo', root])
    expect(before.code).toBe(3)
    expect(before.err).toContain('not trusted')
    expect(existsSync(trace())).toBe(false)
    trust()
    const ran = world.foreword(['read', 'tickets/SHOP-12', '--repo', root])
    expect(ran.code).toBe(0)
    expect(ran.out).toContain('"read":"SHOP-12"')
  })
})
