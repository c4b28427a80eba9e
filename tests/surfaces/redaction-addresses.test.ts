import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ran, World } from './program.ts'
import { canaries, everythingIn, tracesIn } from './redaction-samples.ts'

const canary = canaries().find(({ name }) => name.startsWith('github'))!
const token = canary.value

const manifest = `foreword: 1
name: own
measure: chars/4
levels: { standard: { budget: 3000 } }
default_level: standard
ceiling: 6000
tiers:
  who: { budget: 1000, collections: digest }
  what:
    budget: 1000
    delivery: declare
    refresh: [{ on_change: 'foreword://state/current' }, { on_tool_call: '${token}' }]
collections:
  adrs: { files: docs/adrs/*.md, about: 'About ${token}' }
  rfcs: { files: docs/rfcs/*.md, status: { values: { draft: [], active: [wip] } }, active: [active] }
contexts:
  near: { relevance: { around: [rfcs], files: ['docs/**/*.md'] } }
states:
  current: { active: rfcs, about: 'About ${token}' }
plugins:
  tickets:
    about: 'About ${token}'
    provides: [issues]
    tier: who
    salience_triggers: [{ keyword_match: ['${token}'] }, { commit_msg_pattern: '^SHOP-' }]
sections:
  adrs: { heading: 'Decisions ${token}', tier: who, sources: ['foreword://docs/adrs/'] }
  current: { about: 'Work on ${token}', tier: what, sources: ['foreword://state/current'] }
  ticket: { tier: what, sources: ['foreword://tickets/${token}'], missing: skip }
`

let world: World
let repo: string
let said: [string, Ran][]
beforeEach(() => {
  said = []
  world = new World()
  repo = world.repository({
    '.foreword/manifest.yaml': manifest,
    'docs/adrs/0001-one.md': `# ADR 1: It is ${token}\n\n## Decision\n\nUse ${token}.\n`,
    [`docs/adrs/0002-${token}.md`]: '# ADR 2: Two\n\n## Decision\n\nAs RFC 7 says.\n',
    'docs/rfcs/0007-work.md': `# RFC 7: ${token}\n\nStatus: wip\n\nReferences: ADR 1, ADR 2\n`,
  })
  const git = `git -C ${repo} commit -q --amend -m "SHOP-1 ${token}"`
  expect(world.shell(git)).toMatchObject({ code: 0 })
  const program = join(world.bin, 'tickets')
  writeFileSync(program, `#!/bin/sh\necho 'It is ${token}'\n`)
  chmodSync(program, 0o755)
  const configuration = join(world.env.HOME!, '.config/foreword')
  mkdirSync(configuration, { recursive: true })
  const enabled = `plugins: { tickets: { command: ['${program}'] } }\n`
  writeFileSync(join(configuration, 'plugins.yaml'), enabled, { mode: 0o600 })
  run('trust', '--yes')
})
afterEach(() => world.remove())

function run(command: string, ...args: string[]): void {
  const ran = world.foreword([...command.split(' '), ...args], { cwd: repo })
  said.push([command, ran])
  expect([0, 3], `${command}: ${ran.err}`).toContain(ran.code)
}

/** Finds the secret in the output and in written files. */
function leaks(): string[] {
  const own = [join(repo, 'docs'), join(repo, '.git'), join(repo, '.foreword/manifest.yaml'), world.bin]
  const written = [...everythingIn(world.dir)].filter(([file]) => !own.some((path) => file.startsWith(path)))
  const places = [...said.flatMap(([what, { out, err }]) => [[what, out + err] as const]), ...written]
  return places.filter(([, content]) => tracesIn(content, [canary]).length > 0).map(([place]) => place)
}

describe('T17 T18 no trace of a secret is left by addresses', () => {
  it('in packets, listings, reads and what is kept of them', () => {
    for (const form of [[], ['--json']]) {
      run('assemble', '.', join(world.dir, `out${form.length}`), `--session=${token}`, ...form)
      for (const under of [[], ['docs/adrs/'], [`docs/adrs/${token}`], [`docs/${token}/`]])
        run('ls', ...under, ...form)
      const ids = ['docs/adrs/', 'docs/adrs/1', 'docs/adrs/2', 'state/current', 'context/near', 'tickets/']
      const odd = [`docs/adrs/${token}`, `docs/${token}/`, `${token}/x`, `${token}://docs/adrs/`]
      for (const uri of [...ids, ...odd, `tickets/${token}`])
        run('read', uri, `--session=${token}`, `--task=${token}`, ...form)
      run('context show', '--verbose', ...form.slice(0, 1))
    }
    expect(leaks()).toEqual([])
  })

  it('in what plugins are asked for, and in refreshes', () => {
    run('plugins', '.', `--task=${token}`)
    run('plugins', '.', '--json')
    run('assemble', '.', join(world.dir, 'out'), `--session=${token}`)
    run('refresh', '.', `--session=${token}`, `--tool=${token}`, '--debug', '--now=2027-01-01')
    run('refresh', '.', `--session=${token}`, '--turn', '--json', '--now=2027-01-02')
    for (const question of ['sessions', 'sessions --json', 'log --json', 'show latest', 'replay latest'])
      run(question)
    expect(leaks()).toEqual([])
  })
})
