import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ran, text, World } from './program.ts'
import { type Canary, canaries, drawn, everythingIn, tracesIn } from './redaction-samples.ts'
import { parcelsIn, stateOf } from './store.ts'

const manifest = `foreword: 1
name: own
measure: chars/4
vars: { app_id: shop }
levels: { standard: { budget: 100000 }, small: { budget: 3000 }, tiny: { budget: 300 } }
default_level: standard
intents: { repair: [fix] }
ceiling: 100000
sections:
  soul: { sources: ['file:apps/{app_id}/SOUL.md', 'file:SOUL.md'], missing: fail }
  anchors: { sources: ['file:docs/ANCHORS.md'] }
  rules: { sources: ['file:rules/*.md'], select: all }
  journal: { sources: ['file:journal/*.md'], select: latest, decay: { steps: [{ upto: 3, use: full }, { use: 'head(400)' }] } }
  roadmap: { sources: ['file:ROADMAP.md'], cap: 2500 }
  gone: { sources: ['file:{gone}/GONE.md'], missing: skip }
precedence:
  - { section: roadmap, by: 'head(20)' }
  - { section: journal, by: 'head(40)' }
  - { section: rules, by: drop }
  - { section: anchors, by: 'head(30)' }
  - { section: soul, by: 'head(60)' }
`

const all = canaries()
const known: Canary[] = [
  { name: 'known password', value: `hunter-${drawn(1, 8)}`, line: '' },
  { name: 'known token', value: drawn(2, 32), line: '' },
].map((canary) => ({ ...canary, line: canary.value }))
const inName = all.find(({ name }) => name.startsWith('github'))!
const given: Canary = { name: 'given to a name of a file', value: drawn(3), line: '' }
const asked: readonly Canary[] = [...all, ...known, given]

const lines = (some: readonly Canary[]) =>
  some
    .filter(({ line }) => line !== '')
    .map(({ line }, i) => `- note ${i}: it is ${line}${line.includes('\n') ? '\n' : ' '}and was seen then`)
    .join('\n')
const part = (i: number, of = 5) => all.filter((_, at) => at % of === i)

let world: World
let repo: string
let said: [string, Ran][]

function run(command: string, ...args: string[]): Ran {
  const ran = world.foreword([...command.split(' '), ...args], { cwd: repo })
  said.push([command, ran])
  expect([0, 3], `${command}: ${ran.err.slice(0, 500)}`).toContain(ran.code)
  return ran
}

beforeEach(() => {
  said = []
  world = new World()
  repo = join(world.dir, 'shop')
  for (const [path, content] of Object.entries({
    '.foreword/manifest.yaml': manifest,
    '.env': `DB_PASSWORD=${known[0]!.value}\n`,
    '.env.local': `SERVICE=${known[1]!.value}\n`,
    'SOUL.md': `---\nowner: ${part(0)[3]!.line}\n---\n\n# Shop\n\n${lines([...part(0), ...known])}\n`,
    'docs/ANCHORS.md': `Bare it is ${given.value} here\n\n${lines(part(1))}\n`,
    'rules/a.md': `api_key = "${given.value}"\n\n${lines(part(2))}\n`,
    [`rules/${inName.value.replaceAll('/', '')}.md`]: 'Its name is a secret\n',
    [`rules/about-${given.value}.md`]: 'So is this, and only another file says so\n',
    'journal/2026-01-02-first.md': `Last Session: 2026-01-02\n\n${lines(part(3))}\n`,
    'ROADMAP.md': `# Roadmap\n\n${lines(part(4))}\n`,
  })) {
    world.write(join(repo, path), content)
  }
  world.agent('claude')
})
afterEach(() => world.remove())

/** A failed command has shown nothing and proves nothing. */
function expectAllDone(): void {
  expect(said.filter(([, { code }]) => code !== 0).map(([what, { err }]) => `${what}: ${err}`)).toEqual([])
}

/** Finds parts of a secret in the output and in written files. */
function leaks(): string[] {
  const places = new Map(
    said.flatMap(([what, { out, err }], i) => [
      [`${i} ${what} out`, out],
      [`${i} ${what} err`, err],
    ]),
  )
  const sources = ['SOUL.md', 'docs', 'rules', 'journal', 'ROADMAP.md', '.env'].map((name) =>
    join(repo, name),
  )
  for (const [file, content] of everythingIn(world.dir)) {
    if (!sources.some((source) => file.startsWith(source))) places.set(file.slice(world.dir.length), content)
  }
  return [...places].flatMap(([place, content]) =>
    tracesIn(content, asked).map((name) => `${place}: ${name}`),
  )
}

describe('T17 T18 no trace of a secret is left', () => {
  it('by compiling, at any size, with or without a cache', () => {
    for (const level of ['standard', 'small', 'tiny']) {
      for (const now of ['2026-01-03', '2026-03-01']) {
        run('assemble', repo, level, join(world.dir, `out-${level}-${now}`), `--now=${now}`)
        run('assemble', repo, level, join(world.dir, `again-${level}-${now}`), `--now=${now}`)
        run('explain', repo, level, '--debug', `--now=${now}`)
      }
      run('explain', repo, level, '--debug', '--json', '--now=2026-01-03')
    }
    const sent = text(world.dir, 'out-standard-2026-01-03/context.md')
    expect(sent.match(/\[REDACTED\]/g)!.length).toBeGreaterThan(200)
    expectAllDone()
    expect(leaks()).toEqual([])
  })

  it.each([
    ['a token', inName],
    ['a value of .env', known[1]!],
    ['a short value of .env', known[0]!],
  ])('by %s in a variable, a session, a role or a task', (_, { value }) => {
    const output = join(world.dir, 'asked')
    run('assemble', repo, 'small', output, `--var=gone=${value}`, '--now=2026-01-03')
    run('assemble', repo, 'small', output, `--session=${value}`, '--now=2026-01-03')
    run('assemble', repo, 'small', output, `--role=${value}`, '--now=2026-01-03')
    run('explain', repo, 'small', `--task=${value}`, '--now=2026-01-03')
    run('explain', repo, 'small', `--var=gone=${value}`, '--debug', '--json', '--now=2026-01-03')
    run('context show', `--var=gone=${value}`, '--verbose')
    expectAllDone()
    expect(leaks()).toEqual([])
  })

  it('by dispatching, with a secret in the task', () => {
    const runs = `--runs-dir=${world.runs}`
    for (const { line } of [inName, ...known, ...all.slice(0, 3), ...all.slice(-10, -6)]) {
      run('dispatch', repo, `Use it: ${line}`, '--executor=claude', '--context=small', runs)
    }
    run('dispatch', repo, `Do it:\n${lines(all)}`, '--executor=claude', runs, '--json')
    run('dispatch', repo, `Do it:\n${lines(all)}`, '--executor=claude', '--context=tiny', runs, '--debug')
    expect(world.called('claude')!.stdin).toContain('[REDACTED]')
    expectAllDone()
    expect(leaks()).toEqual([])
  })

  it('by asking about what was sent', () => {
    run('assemble', repo, 'standard', join(world.dir, 'first'), '--now=2026-01-03')
    world.write(join(repo, 'docs/ANCHORS.md'), `Changed\n\n${lines(part(1).toReversed())}\n`)
    run('assemble', repo, 'standard', join(world.dir, 'changed'), '--now=2026-01-03')
    const file = join(world.dir, 'export.jsonl')
    for (const json of [[], ['--json']]) {
      run('context', ...json)
      run('context show', ...json)
      run('log', ...json)
      run('show', 'latest', ...json)
      run('diff', 'latest~1', 'latest', ...json)
      run('replay', 'latest', ...json)
      run('report', ...json)
      run('verify', ...json)
      run('store stats', ...json)
    }
    run('log', `--session=${inName.value}`)
    run('log', `--source=${inName.value}`)
    run('store export', file)
    expect(text(file)).toContain('REDACTED')
    expectAllDone()
    expect(leaks()).toEqual([])
  })

  it.each([['a token', inName]])('by asking why %s is not there', (_, { value }) => {
    run('assemble', repo, 'small', join(world.dir, 'first'), '--now=2026-01-03')
    run('why', value)
    run('why', value, '--json')
    run('why', `docs/${value}.md`)
    expectAllDone()
    expect(leaks()).toEqual([])
  })

  it('by a refusal', () => {
    rmSync(join(repo, 'SOUL.md'))
    for (const { value } of [inName, ...known]) {
      const refused = run('assemble', repo, 'small', join(world.dir, 'refused'), `--var=app_id=${value}`)
      expect(refused.code).toBe(3)
      run(
        'dispatch',
        repo,
        `Use ${value}`,
        '--executor=claude',
        '--context',
        `--var=app_id=${value}`,
        `--runs-dir=${world.runs}`,
      )
      run('show', 'latest', '--json')
    }
    expect(leaks()).toEqual([])
  })

  it('if the store cannot be written and a spool takes it', () => {
    const { file, spools } = stateOf(repo)
    world.write(file, 'This was a database.\n'.repeat(500))
    run('assemble', repo, 'standard', join(world.dir, 'spooled'), '--now=2026-01-03')
    rmSync(file)
    expect(parcelsIn(spools).length).toBeGreaterThan(0)
    expectAllDone()
    expect(leaks()).toEqual([])
  })
})
