import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadCommands } from '../../src/surfaces/cli/commands/index.ts'
import { Asking, documentOf, expectHarmless, keepsToTheScreen, manifest, own } from './past-asking.ts'
import { at, binary, files, World } from './program.ts'

const commands = await loadCommands()
let world: World
/** Two injections with a change between them. The second is for a failed run. */
let engine: Asking
beforeAll(() => {
  world = new World()
  engine = new Asking(files, 'shop', world)
  engine.inject('full')
  const decisions = 'Decisions:\n- Postgres: growth (2026-01-01)\n\nNon-Negotiables:\n- Prices are integers\n'
  engine.write({ 'docs/ANCHORS.md': decisions })
  world.agent('codex', 'exit 1')
  world.dispatch(engine.repo, ['--executor=codex', '--context', at])
})
afterAll(() => world.remove())

/** Every command about the past, with arguments for a ledger of two injections. */
const asked: Readonly<Record<string, readonly string[]>> = {
  context: [],
  'context show': [],
  log: [],
  show: ['@2'],
  diff: ['@1', '@2'],
  why: ['Prices are'],
  replay: ['@2'],
  bisect: ['@1', '@2', '--', 'grep', '-q', 'SQLite'],
  report: [],
  verify: [],
  sessions: [],
  'store stats': [],
  'store export': ['out.jsonl'],
  'store import': ['out.jsonl'],
  'store prune': ['--older-than=1d'],
  'store repair': [],
}

/** Commands that work before the first injection. The others refuse. */
const answersWhenEmpty = ['context', 'context show', 'log', 'report', 'verify', 'sessions', 'store stats']

describe('every command about the past', () => {
  let empty: Asking
  beforeAll(() => {
    empty = new Asking(files, 'empty', world)
  })

  it('is in this test', () => {
    const names = commands
      .filter(({ options }) => options.some(({ name }) => name === 'store'))
      .map(({ name }) => name)
      // Notes are not injections.
      .filter((name) => !name.startsWith('memory '))
    expect(Object.keys(asked).sort()).toEqual([...names].sort())
  })

  it.each(Object.keys(asked))(
    '%s has one document of its schema, and a page that fits the screen',
    (command) => {
      const args = asked[command]!
      const ran = engine.run(command, '--json', ...args)
      expect([ran.code, ran.err]).toEqual([0, ''])
      expect(ran.out.endsWith('}\n')).toBe(true)
      documentOf(command, ran.out)
      const page = engine.run(command, ...args)
      expect(page.code).toBe(0)
      if (command !== 'replay') keepsToTheScreen(page.out + page.err, command)
    },
  )

  it.each(Object.keys(asked).filter((command) => command !== 'store import'))(
    '%s says what there is to say when nothing was injected',
    (command) => {
      const [ran, page] = [
        empty.run(command, '--json', ...asked[command]!),
        empty.run(command, ...asked[command]!),
      ]
      keepsToTheScreen(page.out)
      if (answersWhenEmpty.includes(command)) {
        expect([ran.code, page.code, ran.err, page.err]).toEqual([0, 0, '', ''])
        documentOf(command, ran.out)
      } else {
        expect([ran.code, page.code, ran.err, page.out]).toEqual([3, 3, '', ''])
        expect(JSON.parse(ran.out).error.message).toBe(page.err.split('\n')[0])
        expect(page.err).toMatch(/^(Nothing was recorded for empty yet\.|No store at )/)
      }
    },
  )

  it('assemble and dispatch have documents of their schemas too', () => {
    const project = new Asking(own, 'documents', world)
    project.ask('assemble', '.', 'standard', join(world.dir, 'documents-out'))
    const ran = project.run(
      'dispatch',
      '.',
      'Do it',
      '--executor=codex',
      '--context',
      '--json',
      `--runs-dir=${world.runs}`,
    )
    expect([ran.code, documentOf('dispatch', ran.out)[0].status]).toEqual([1, 'failed'])
  })

  it('tells in its help what it takes', () => {
    for (const command of ['log', 'store prune', 'context show']) {
      const { code, out } = engine.run(command, '--help')
      expect([code, out]).toEqual([0, expect.stringContaining('--store')])
      keepsToTheScreen(out)
    }
  })
})

describe('colour', () => {
  const script = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0
  const onTerminal = (line: string, env: Readonly<Record<string, string>> = {}) => {
    const command = `"${process.execPath}" "${binary}" ${line}`
    const surroundings = { ...world.env, TERM: 'xterm', ...env }
    return spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: engine.repo,
      env: surroundings,
      encoding: 'utf8',
    }).stdout
  }
  const words = (text: string) => text.replaceAll(/\r|\u001b\[\d+m/g, '')

  it.skipIf(!script).each(['log', 'diff @1 @2', 'context show', 'show @2'])(
    'is there when %s writes to a terminal, and adds nothing to the words (with script of util-linux)',
    (line) => {
      const coloured = onTerminal(line)
      expect(coloured).toMatch(/\u001b\[\d+m/)
      const plain = onTerminal(line, { NO_COLOR: '1' })
      expect(plain).not.toContain('\u001b')
      expect(words(coloured)).toBe(words(plain))
      expect(words(plain)).toBe(engine.world.foreword(line.split(' '), { cwd: engine.repo }).out)
    },
  )

  it.skipIf(!script)('is not there on a terminal that knows none, nor a bar of progress', () => {
    expect(onTerminal('verify')).toMatch(/\u001b\[32m/)
    expect(onTerminal('verify', { TERM: 'dumb' })).not.toContain('\u001b')
    // The progress bar moves the cursor on standard error, which is not colour.
    expect(onTerminal('verify', { NO_COLOR: '1' })).not.toMatch(/\u001b\[\d+m/)
  })
})

describe('text from other people', () => {
  const evil = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202etxet\u200b\u0008'
  let site: Asking
  beforeAll(() => {
    const sections =
      "  soul: { sources: ['file:SOUL.md'] }\n  rules: { sources: ['file:rules/*.md'], select: all }\n"
    site = new Asking(
      {
        '.foreword/manifest.yaml': manifest({ sections, rest: '' }),
        'SOUL.md': `I am ${evil} a shop\n`,
        [`rules/a\u001b[31m${'\u202e'}.md`]: `Rule ${evil}\n`,
        'rules/b.md': 'Rule B\n',
      },
      'evil',
      world,
    )
    world.git(site.repo, 'init', '-q', '-b', 'main')
    world.git(site.repo, 'add', '-A')
    world.git(site.repo, 'commit', '-qm', `Say ${evil}`)
    site.inject('standard', `--session=s${'\u001b'}[31m`)
    site.write({ 'SOUL.md': `I am ${evil} another shop\n` })
    site.inject('standard')
  })

  it.each([
    ['show', ['@1']],
    ['log', []],
    ['log', [`--session=s${'\u001b'}[31m`]],
    ['diff', ['@1', '@2']],
    ['why', ['a shop', '@1']],
    ['why', ['SOUL.md', '@1']],
    ['why', ['Rule', '@1']],
    ['why', [`nowhere${evil}`, '@1']],
    ['context show', ['--verbose']],
    ['context', []],
    ['bisect', ['@1', '@2', '--', 'grep', '-q', 'a shop', `${'\u001b'}[31m`]],
    ['store stats', []],
    ['replay', [`@9${evil}`]],
    ['store import', [`no${evil}.jsonl`]],
    ['log', [`--since=${evil}`]],
  ] as const)('does not reach the terminal raw through %s %j', (command, args) => {
    const { out, err } = site.run(command, ...args)
    expectHarmless(out)
    expectHarmless(err)
    expect(out + err).not.toBe('')
  })

  it('T11 was not sent, and so is in no replay', () => {
    const { out } = site.run('replay', '@1')
    expect(out).toContain('I am txet a shop')
    expectHarmless(out)
  })

  it('is escaped in every document, and whole', () => {
    for (const [command, ...args] of [
      ['show', '@1'],
      ['log'],
      ['diff', '@1', '@2'],
      ['why', 'a shop', '@1'],
    ] as const) {
      const { out, code } = site.run(command, '--json', ...args)
      expect(code).toBe(0)
      documentOf(command, out)
      expectHarmless(out)
    }
    const [hit] = site.ask('why', 'a shop', '@1').found
    expect(hit.text).toBe('I am txet a shop')
  })
})
