import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, manifest } from './past-asking.ts'
import { World } from './program.ts'
import { drawn } from './redaction-samples.ts'

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

const sections = `  first: { sources: ['file:FIRST.md'] }\n`
let projects = 0
function project(files: Record<string, string>, redact = '{}'): Asking {
  const text = manifest({ sections, rest: `redact: ${redact}\n` })
  return new Asking({ '.foreword/manifest.yaml': text, ...files }, `p${++projects}`, world)
}
const sent = (engine: Asking, ...options: string[]) =>
  engine.inject('standard', ...options).packet.replaceAll(/INJ-[0-9a-z-]+/g, 'ID')

// Neither looks like a secret by itself.
const phrase = 'correct-horse-staple'
const other = 'purple-monkey-dishwasher'
const told = `We say ${phrase} here, and ${other} there.\n`

describe('the values of a project’s settings', () => {
  it.each(['.env', '.env.local', '.env.production'])('Z-81 are taken out when they stand in %s', (name) => {
    const engine = project({ 'FIRST.md': told, [name]: `DB_PASSWORD=${phrase}\n` })
    const { packet, receipt } = engine.inject('standard')
    expect(packet).toContain(`We say [REDACTED] here, and ${other} there.`)
    expect(receipt.redaction.by_rule).toEqual({ 'known-value': 1 })
  })

  it.each(['.env.example', '.env.sample', '.env.template', 'other.env'])('are no secret in %s', (name) => {
    expect(sent(project({ 'FIRST.md': told, [name]: `DB_PASSWORD=${phrase}\n` }))).toContain(phrase)
  })

  it.each([
    ['base64', Buffer.from(phrase).toString('base64')],
    ['base64 without its padding', Buffer.from(phrase).toString('base64').replace(/=+$/, '')],
    ['the middle of base64', Buffer.from(`user:${phrase}!`).toString('base64')],
  ])('are taken out in %s', (_, spelled) => {
    const packet = sent(
      project({ 'FIRST.md': `We say ${spelled} here\n`, '.env': `DB_PASSWORD=${phrase}\n` }),
    )
    expect(packet).toMatch(/We say \S*\[REDACTED\]\S* here/)
    expect(packet).not.toContain(spelled)
  })

  it.each([
    ['an address', encodeURIComponent],
    ['a string of JSON', (value: string) => JSON.stringify(value).slice(1, -1)],
  ])('are taken out as %s spells them', (_, spell) => {
    const value = 'corr"ct horse/+& staple'
    const engine = project({
      'FIRST.md': `We say ${spell(value)} here\n`,
      '.env': `DB_PASSWORD='${value}'\n`,
    })
    expect(sent(engine)).toContain('We say [REDACTED] here')
  })

  it('in files that the manifest names count, and no others do', () => {
    const files = {
      'FIRST.md': told,
      'secrets.conf': `DB_PASSWORD=${phrase}\n`,
      '.env': `DB_PASSWORD=${other}\n`,
    }
    expect(sent(project(files, '{ known: { files: [secrets.conf] } }'))).toContain(
      `We say [REDACTED] here, and ${other} there.`,
    )
  })
})

describe('a packet that was compiled before', () => {
  const change: Record<string, [before: string | null, after: string | null]> = {
    'a value changes': [phrase, other],
    'a file of values appears': [null, other],
    'a file of values is removed': [phrase, null],
  }
  const put = (engine: Asking, value: string | null, name = '.env') => {
    if (value === null) rmSync(join(engine.repo, name))
    else engine.write({ [name]: `DB_PASSWORD=${value}\n` })
  }
  const shops = new Map<string, Asking>()
  beforeAll(async () => {
    for (const [title, [before]] of Object.entries(change)) {
      const engine = project({ 'FIRST.md': told })
      if (before !== null) put(engine, before)
      shops.set(title, engine)
    }
    await rest(3300)
    for (const engine of shops.values()) for (let i = 0; i < 2; i++) sent(engine)
  })

  it('is remembered', () => {
    const names = readdirSync(join(world.cache, 'compiled')).filter((name) => name.startsWith('rendered-'))
    expect(names.length).toBeGreaterThanOrEqual(shops.size)
  })

  it.concurrent.each(Object.keys(change))('Z-116 is not sent when %s', async (title) => {
    const engine = shops.get(title)!
    const before = sent(engine)
    put(engine, change[title]![1])
    const after = sent(engine)
    expect(after).not.toBe(before)
    expect(after).toBe(sent(engine, '--no-cache'))
    await rest(3300)
    for (let i = 0; i < 3; i++) expect(sent(engine)).toBe(after)
  })

  it.concurrent('Z-116 is not sent when only the content of the settings changes and its times are put back', async () => {
    const engine = project({ 'FIRST.md': told, '.env': `DB_PASSWORD=${phrase}\n` })
    const file = join(engine.repo, '.env')
    world.shell(`touch -d 2020-01-01 '${file}'`)
    await rest(3300)
    for (let i = 0; i < 2; i++) expect(sent(engine)).toContain(`[REDACTED] here, and ${other}`)
    put(engine, 'purple-monkey-dishwash')
    world.shell(`touch -d 2020-01-01 '${file}'`)
    for (let i = 0; i < 2; i++) expect(sent(engine)).toContain(`${phrase} here`)
  })

  it('says what could not be read also when nothing else has changed, and no longer when it can be', async () => {
    const engine = project({ 'FIRST.md': told })
    const codes = () =>
      engine.inject('standard').receipt.diagnostics.map((diagnostic: { code: string }) => diagnostic.code)
    expect(codes()).toEqual([])
    mkdirSync(join(engine.repo, '.env'))
    expect(codes()).toEqual(['known-values'])
    rmSync(join(engine.repo, '.env'), { recursive: true })
    expect(codes()).toEqual([])
  })
})

describe('a .env that cannot be read', () => {
  const isRoot = process.getuid?.() === 0
  const odd: [string, (file: string) => void][] = [
    ['is a FIFO', (file) => execFileSync('mkfifo', [file])],
    ['is a directory', (file) => mkdirSync(file)],
    [
      'is a link out of the project',
      (file) => {
        world.write(join(world.dir, 'outside.env'), `DB_PASSWORD=${phrase}\n`)
        symlinkSync(join(world.dir, 'outside.env'), file)
      },
    ],
    ['is huge', (file) => world.write(file, `DB_PASSWORD=${phrase}\n`.repeat(40_000))],
  ]

  it.each(odd)('T15 because it %s does not stop the packet, and is said', (_, make) => {
    const engine = project({ 'FIRST.md': told })
    make(join(engine.repo, '.env'))
    for (let i = 0; i < 2; i++) {
      const { code, receipt, err } = engine.inject('standard')
      expect(code).toBe(0)
      expect(receipt.diagnostics).toMatchObject(
        [{ code: 'known-values', severity: 'warning', detail: /./ }].map((diagnostic) => ({
          ...diagnostic,
          detail: expect.stringMatching(/^\.env: /),
        })),
      )
      expect(err).toContain('foreword: warning: .env: ')
    }
    expect(engine.run('explain', engine.repo).code).toBe(0)
    world.agent('claude')
    expect(world.dispatch(engine.repo, ['--executor=claude', '--context']).code).toBe(0)
  })

  it.skipIf(isRoot)('for lack of permission does not stop the packet, and is reported', () => {
    const engine = project({ 'FIRST.md': told, '.env': `DB_PASSWORD=${phrase}\n` })
    chmodSync(join(engine.repo, '.env'), 0)
    const { code, receipt } = engine.inject('standard')
    expect([code, receipt.diagnostics[0].code]).toEqual([0, 'known-values'])
  })

  it('because it is binary, or nothing of it is a setting, is read all the same', () => {
    const engine = project({ 'FIRST.md': told, '.env': `\0\u0001\ufffd\n====\nDB_PASSWORD=${phrase}\n` })
    expect(sent(engine)).toContain('We say [REDACTED] here')
  })

  it('because it leads to another file of the project is read all the same', () => {
    const engine = project({ 'FIRST.md': told, 'config/dev': `DB_PASSWORD=${phrase}\n` })
    symlinkSync('config/dev', join(engine.repo, '.env'))
    expect(sent(engine)).toContain('We say [REDACTED] here')
  })
})

describe('a named environment variable', () => {
  const named = '{ known: { variables: [THE_PHRASE] } }'

  it('has a value that is taken out, and one that is not named has none', () => {
    const engine = project({ 'FIRST.md': told }, named)
    const env = { THE_PHRASE: phrase, OTHER_PHRASE: other }
    const ran = world.foreword(['explain', engine.repo, '--json'], { env })
    expect(JSON.parse(ran.out).packet).toContain(`We say [REDACTED] here, and ${other} there.`)
  })

  it('Z-116 keeps a packet from being kept, because its value may be another one next time', async () => {
    const engine = project({ 'FIRST.md': told }, named)
    const cache = join(world.dir, 'cache-of-variables')
    await rest(3300)
    const said = (value: string) =>
      world.foreword(['assemble', engine.repo, 'standard', join(world.dir, 'out')], {
        env: { THE_PHRASE: value, FOREWORD_CACHE_DIR: cache },
      }).code
    expect([said(phrase), said(phrase)]).toEqual([0, 0])
    const kept = existsSync(cache) ? world.shell(`grep -rlE 'We say|${phrase}' '${cache}'`).out : ''
    expect(kept).toBe('')
    said(other)
    expect(world.shell(`cat out/context.md`).out).toContain(`We say ${phrase} here, and [REDACTED] there.`)
  })
  it('that is not set is not reported', () => {
    const { receipt, err } = project({ 'FIRST.md': told, '.env': `A_NAME=${drawn(4)}\n` }, named).inject(
      'standard',
    )
    expect([receipt.diagnostics, err]).toEqual([[], ''])
  })
})
