// Regression tests: each of these was a bug.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, json, secrets, text, visible, World } from './program.ts'

let world: World
let repo: string
beforeEach(() => {
  world = new World()
  repo = world.project()
  world.agent('claude')
})
afterEach(() => world.remove())

describe('the prompt', () => {
  it('Z-13 is shown whole by explain --task, as the help says', () => {
    const { out } = world.foreword(['explain', repo, '--task=Sell more', at])
    expect(out).toContain('</zeos_context>\n\n<task>\nSell more\n</task>\n')
  })
})

describe('words', () => {
  it('Z-02 a task of one word after a bare --context is a task', () => {
    const args = ['dispatch', repo, '--executor=claude', `--runs-dir=${world.runs}`, '--context', 'refactor']
    expect(world.foreword(args)).toMatchObject({ code: 0, err: '' })
    expect(world.called('claude')!.stdin).toContain('<task>\nrefactor\n</task>')
  })

  it.each([
    ['--executor', 'claude'],
    ['--executor=claude', '--timeout', '60'],
  ])('Z-02 a task of one word after a bare --context is a task before %s %s', (...options) => {
    const args = ['dispatch', repo, `--runs-dir=${world.runs}`, '--context', 'refactor', ...options]
    expect(world.foreword(args)).toMatchObject({ code: 0, err: '' })
    expect(world.called('claude')!.stdin).toContain('<task>\nrefactor\n</task>')
  })

  it.each([
    [['--context', 'full', '--executor', 'claude', 'refactor']],
    [['--context', 'full', '--executor', 'claude', '--', '-x']],
  ])('Z-05 a level after --context is a level where the task follows: %j', (words) => {
    const { out } = world.foreword(['dispatch', repo, `--runs-dir=${world.runs}`, ...words])
    expect(out).toContain('Building context (level: full)')
  })

  it.each(['--help', '-h'])('Z-01 a task that says %s arrives after two dashes', (task) => {
    world.foreword(['dispatch', repo, '--executor=claude', '--', task])
    expect(world.called('claude')?.stdin).toBe(task)
  })

  it.each([[['']], [['full', '']], [['', '']]])(
    'Z-107 an empty <output_dir> is a missing one: %j',
    (words) => {
      const cwd = join(world.dir, 'home')
      const { code, err } = world.foreword(['assemble', repo, ...words], { cwd })
      expect([code, err]).toEqual([2, expect.stringContaining('<output_dir> is missing')])
      expect(readdirSync(cwd)).toEqual([])
    },
  )

  it('Z-107 a level of any manifest is not taken for <output_dir>', () => {
    world.write(
      join(repo, '.foreword/manifest.yaml'),
      'foreword: 1\nname: own\nextends: preset:outpost\nlevels:\n  deep: { budget: 1900 }\n',
    )
    expect(world.foreword(['assemble', repo, 'deep'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('<output_dir> is missing'),
    })
  })

  it('the refusal of a preset, or the help it points to, lists the presets there are', () => {
    const { err } = world.foreword(['explain', repo, '--preset=nope'])
    const [options] = world.foreword(['init', '--help']).out.split('Examples:')
    expect(err.includes('init --help') ? options : err).toContain('outpost')
  })
})

describe('the cache', () => {
  const packet = () => {
    world.foreword(['assemble', repo, 'full', 'out', at])
    return text(world.dir, 'out/context.md').replace(/INJ-[0-9a-z-]+/, 'ID')
  }

  it('Z-116 notices a change of a manifest that the manifest extends', () => {
    const base = (heading: string) =>
      `foreword: 1\nname: base\nextends: preset:outpost\nsections:\n  soul:\n    heading: ${heading}\n`
    world.write(join(repo, '.foreword/manifest.yaml'), 'foreword: 1\nname: own\nextends: ../base.yaml\n')
    world.write(join(repo, 'base.yaml'), base('BEFORE'))
    expect(packet()).toContain('## BEFORE')
    world.write(join(repo, 'base.yaml'), base('AFTER'))
    expect(packet()).toContain('## AFTER')
  })

  it('Z-116 holds no secret of a task whose words were looked at', () => {
    world.write(
      join(repo, '.foreword/manifest.yaml'),
      'foreword: 1\nname: own\nextends: preset:outpost\nintents:\n  bugfix: [fix]\n',
    )
    world.foreword(['explain', repo, `--task=Fix it with ${secrets.github}`, at])
    expect(world.shell('cat cache/compiled/*').out).toContain('SOUL')
    // Node's compile cache is in the same directory.
    expect(world.shell(`grep -rlF '${secrets.github}' cache`).out).toBe('')
  })
})

describe('records', () => {
  it('Z-104 a refusal leaves no context beside it, also where an older one stood', () => {
    world.foreword(['assemble', repo, 'full', 'out', at])
    world.project({ 'apps/shop/SHOP_SOUL.md': null })
    expect(world.foreword(['assemble', repo, 'full', 'out', at]).code).toBe(3)
    expect(json(world.dir, 'out/context.json').outcome.status).toBe('error')
    expect(visible(join(world.dir, 'out'))).toEqual(['context.json', 'receipt.json'])
  })

  it('Z-99 a run is carried out and recorded even if its output is no longer read', () => {
    repo = world.repository()
    world.agent('claude', 'sleep 0.3; echo work > work.txt')
    world.shell("foreword dispatch shop 'Add it' --executor=claude --context | head -1")
    const [run] = visible(world.runs)
    expect(run).toBeDefined()
    expect(json(world.runs, run!, 'summary.json')).toMatchObject({
      status: 'success',
      changes: 'uncommitted',
    })
  })

  it('Z-08 Z-109 warnings are on standard error under --json too', () => {
    const clamped = world.dispatch(repo, ['--executor=claude', '--context=2500', '--json'])
    expect(clamped.err).toContain('2500 became 2000')
    world.project({ 'apps/shop/SHOP_SOUL.md': null })
    const without = world.dispatch(repo, ['--executor=claude', '--context', '--context-optional', '--json'])
    expect(without.err).toContain('running without context')
  })
})

describe('files', () => {
  it('Z-120 init --dry-run says of a file that is there that it is kept', () => {
    const { out } = world.foreword(['init', repo, '--preset=outpost', '--dry-run'])
    expect(out).toContain('kept        docs/ANCHORS.md')
  })

  it('Z-120 init that is refused has written nothing', () => {
    const fresh = join(world.dir, 'fresh')
    mkdirSync(fresh)
    world.shell('ln -s ../home fresh/docs')
    expect(world.foreword(['init', fresh, '--preset=outpost']).code).toBe(3)
    expect(readdirSync(fresh)).toEqual(['docs'])
  })

  it('Z-21 the name of a repository is a name and no pattern', () => {
    const odd = world.project(
      { 'apps/a[b]/X_SOUL.md': 'Purpose: mine\n', 'apps/ab/X_SOUL.md': 'Purpose: of another project\n' },
      'a[b]',
    )
    expect(world.foreword(['explain', odd, at]).out).toContain('Purpose: mine')
  })

  it('a full disk is not reported as a bug of the program', () => {
    const { err } = world.shell('foreword --version > /dev/full')
    expect(err).not.toContain('has a bug')
  })
})
