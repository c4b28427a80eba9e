import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { control, copyShuffled, governance, items, Loading, pathsIn } from './load-project.ts'
import { expectHarmless } from './past-asking.ts'
import { World } from './program.ts'

const loading = new Loading({ '.cortex/adapters/beads.json': items })
afterAll(() => loading.remove())
const asked = ['--task=Revise the audit policy', '--adapter=beads']

describe('foreword load', () => {
  it('C-07 C-08 C-27 prints one bundle: control files, then the task, then what was asked for besides', () => {
    const bundle = JSON.parse(loading.text(asked))
    expect(pathsIn(bundle)).toEqual([...control, ...governance, 'adapter/beads/wk_1'])
    expect(bundle.files.map((file: { source_class: string }) => file.source_class)).toEqual([
      ...control.map(() => 'control_plane'),
      ...governance.map(() => 'task'),
      'adapter',
    ])
    expect(bundle).toMatchObject({ task_key: 'governance', project_dir: '.', fallback_level: 'none' })
  })

  it('C-24 C-26 gives the same bytes from another directory, another copy, another home, another clock, with a cache and without', () => {
    const first = loading.text(asked)
    const other = new World()
    try {
      const copy = join(other.dir, 'elsewhere', 'shop')
      copyShuffled(loading.repo, copy)
      mkdirSync(join(copy, '.git'), { recursive: true })
      const load = (args: string[], cwd = other.dir) =>
        other.foreword(['load', ...asked, ...args], { cwd }).out
      const runs = {
        again: loading.text(asked),
        withoutCache: loading.text([...asked, '--no-cache']),
        clock: loading.text([...asked, '--now=2031-12-24']),
        environment: loading.text(asked, { env: { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', COLUMNS: '40' } }),
        below: loading.text(asked, { cwd: loading.at('specs') }),
        copy: load([`--project-dir=${copy}`]),
        relative: load(['--project-dir=elsewhere/shop']),
        around: load([], join(copy, 'policies')),
      }
      for (const [how, text] of Object.entries(runs)) expect(text, how).toBe(first)
      for (const hidden of [loading.world.dir, other.dir, new Date().toISOString().slice(0, 10), 'INJ-'])
        expect(first).not.toContain(hidden)
    } finally {
      other.remove()
    }
  })

  it('C-10 C-21 C-22 gives the same choice, fallback and attempts for the same files, whatever was there in between', () => {
    const args = ['--task=policy', '--max-files=3']
    const before = loading.text(args)
    expect(JSON.parse(before).fallback_attempts.map((attempt: { level: string }) => attempt.level)).toEqual([
      'none',
      'relaxed',
    ])
    loading.write({ 'policies/aaa.md': 'In between\n' })
    expect(loading.text(args)).not.toBe(before)
    loading.world.foreword(['version'])
    loading.world.shell(`rm '${loading.at('policies/aaa.md')}'`)
    expect(loading.text(args)).toBe(before)
  })

  it('C-70 needs nothing but a directory', () => {
    const empty = join(loading.world.dir, 'empty')
    mkdirSync(empty)
    const { code, out } = loading.world.foreword(['load', `--project-dir=${empty}`])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ files: [], control_plane: { status: 'missing' } })
  })

  it.each<string[]>([
    ['--profile=huge', 'Unknown level: huge\nUse standard, small, medium, large.\n'],
    ['--fallback=all', 'Unknown fallback: "all".\nUse none, relaxed, unrestricted.\n'],
    ['--adapter=jira', 'There is no adapter "jira".\nThere are: beads.\n'],
    ['--adapter=Beads', '--adapter must look like NAME or NAME=FILE, not "Beads"'],
    ['--adapter=beads=', '--adapter must look like NAME or NAME=FILE, not "beads="'],
    ...['0', '-1', '1e3', '1.5', '99999999999', '१', ' 5'].map((number) => [
      `--max-files=${number}`,
      `--max-files must be a whole number from 1 to 100000, not "${number}"`,
    ]),
    ['--max-chars-per-file=0', '--max-chars-per-file must be a whole number from 1 to 10000000, not "0"'],
    ['twelve', 'unexpected argument "twelve"'],
  ])('C-07 refuses %s with what there is', (option = '', message = '') => {
    expect(loading.refused(2, option)).toContain(message)
  })

  it('C-07 refuses --json without --explain, with a document', () => {
    const { code, out } = loading.run(['--json'])
    expect([code, JSON.parse(out).error.message]).toEqual([
      2,
      expect.stringContaining('--json needs --explain; a bundle is always JSON'),
    ])
  })

  it('refuses a manifest without a bundle, and a project that is not there', () => {
    expect(loading.refused(3, '--preset=outpost')).toBe(
      'The manifest outpost declares no bundle.\nName a preset that does with --preset, or extend one: "extends: preset:NAME".\n',
    )
    const gone = loading.world.foreword(['load', '--project-dir=gone'])
    expect([gone.code, gone.out]).toEqual([3, ''])
    const unset = loading.world.foreword(['load', '--project-dir', ''], { cwd: loading.repo })
    expect([unset.code, unset.out]).toEqual([2, ''])
    expect(unset.err).toContain('--project-dir needs a value: --project-dir=DIR.')
  })

  it('C-20 takes the task from standard input, which has to be text', () => {
    const by = (input: string | Buffer) => loading.run(['--task=-'], { input, asProcess: true })
    expect(by('Revise the audit policy').out).toBe(loading.text(['--task=Revise the audit policy']))
    const bad = by(Buffer.from([0x61, 0xff, 0x62]))
    expect([bad.code, bad.out, bad.err]).toEqual([
      3,
      '',
      'Cannot read standard input: it is not UTF-8 text.\n',
    ])
  })

  it('C-51 says no secret of a task, and a task cannot break out of its string', () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`
    const task = `policy ${secret} "}]}\n\u001b[31m`
    const { code, out } = loading.run([`--task=${task}`])
    expect(code).toBe(0)
    expect(out).not.toContain(secret)
    expectHarmless(out)
    expect(JSON.parse(out).task).toContain('[REDACTED] "}]}')
  })

  it('C-14 C-67 without a flag there is nothing tactical and nothing of an adapter, and each flag brings its own alone', () => {
    const bundle = loading.bundle()
    expect([pathsIn(bundle, 'tactical'), pathsIn(bundle, 'adapter'), bundle.adapters]).toEqual([[], [], []])
    expect(pathsIn(loading.bundle('--tactical'))).toEqual(pathsIn(bundle))
    const both = loading.bundle('--tactical', '--adapter=beads')
    expect([pathsIn(both, 'tactical'), pathsIn(both, 'adapter')]).toEqual([[], ['adapter/beads/wk_1']])
    expect(both.adapters).toHaveLength(1)
  })

  it('asks an adapter that is named twice once', () => {
    expect(loading.bundle('--adapter=beads', '--adapter=beads')).toEqual(loading.bundle('--adapter=beads'))
  })
})

describe('foreword load --strict', () => {
  it('C-68 C-X10 ends with 0 where every control file is whole, and with 1 where one is not; the bundle is printed all the same', () => {
    const strict = new Loading()
    try {
      const whole = strict.run(['--strict'])
      expect([whole.code, whole.err]).toEqual([0, ''])
      strict.write({ '.cortex/manifest_v0.json': '{ "a": ' })
      strict.world.shell(`rm '${strict.at('.cortex/reports/lifecycle_audit_v0.json')}'`)
      const wanting = strict.run(['--strict'])
      expect(wanting.code).toBe(1)
      expect(wanting.err).toContain('foreword: not whole: .cortex/manifest_v0.json:1:8: not valid JSON\n')
      expect(wanting.err).toContain(
        'foreword: not whole: .cortex/reports/lifecycle_audit_v0.json is missing\n',
      )
      expect(wanting.out).toBe(strict.run([]).out)
      expect(strict.run([]).code).toBe(0)
      expect(JSON.parse(wanting.out).control_plane.status).toBe('degraded')
    } finally {
      strict.remove()
    }
  })

  it('C-X5 does not mind that an optional one is missing', () => {
    const strict = new Loading()
    try {
      strict.world.shell(`rm '${strict.at('.cortex/reports/audit_needed_v0.json')}'`)
      expect(strict.run(['--strict'])).toMatchObject({ code: 0, err: '' })
    } finally {
      strict.remove()
    }
  })
})
