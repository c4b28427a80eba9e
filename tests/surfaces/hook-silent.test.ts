// In a directory without a manifest, hooks print and write nothing, and commands say what to do.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agents } from '../../src/agents/index.ts'
import { files, World } from './program.ts'

let world: World
let bare: string
beforeEach(() => {
  world = new World()
  bare = join(world.dir, 'bare')
  world.write(join(bare, 'README.md'), '# Plain\n\nA plain directory.\n')
})
afterEach(() => world.remove())

/** Everything on the machine of the test, except Node's cache of compiled code, which belongs to the program. */
const all = () => {
  const paths = readdirSync(world.dir, { recursive: true }) as string[]
  return paths.filter((path) => !/^cache(\/compile-cache.*)?$/.test(path)).sort()
}

function hook(event: string, agent: string, call: { input?: string; env?: Record<string, string> } = {}) {
  const input = call.input ?? JSON.stringify({ cwd: bare, session_id: 'ses-1', prompt: 'go on' })
  return world.foreword(['hook', event, `--agent=${agent}`], { input, cwd: bare, env: call.env ?? {} })
}

const calls = agents.flatMap(({ id, hooks }) => Object.keys(hooks?.events ?? {}).map((event) => [event, id]))

describe('a hook in a directory without a manifest', () => {
  it.each(calls)('prints and writes nothing: %s of %s', (event, agent) => {
    const before = all()
    expect(hook(event!, agent!)).toEqual({ code: 0, out: '', err: '' })
    expect(all()).toEqual(before)
  })

  it('prints and writes nothing as a process of its own, in a repository too', () => {
    world.git(bare, 'init', '-q')
    const before = all()
    const input = JSON.stringify({ cwd: bare, session_id: 'ses-1', source: 'startup' })
    const call = { input, cwd: bare }
    expect(world.program(['hook', 'session-start', '--agent=claude'], call)).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(all()).toEqual(before)
  })

  it('prints nothing for input that is not JSON', () => {
    expect(hook('session-start', 'claude', { input: 'garbage' })).toEqual({ code: 0, out: '', err: '' })
  })

  it('prints nothing where only recorded state is, of the directory or of one above', () => {
    mkdirSync(join(bare, '.foreword/state'), { recursive: true })
    mkdirSync(join(world.dir, '.foreword/state'), { recursive: true })
    const before = all()
    expect(hook('session-start', 'claude')).toEqual({ code: 0, out: '', err: '' })
    expect(all()).toEqual(before)
  })

  it('M-84 speaks where the files of a preset are', () => {
    world.project({}, 'bare')
    expect(hook('session-start', 'claude').out).toContain('Prices are integers')
  })

  it.each([
    ['docs/ANCHORS.md', 'outpost'],
    ['.blue/docs/adrs/0001-one.md', 'blue'],
    ['.cortex/manifest_v0.json', 'cortex'],
  ])('M-84 uses the preset whose file is there: %s', (path, preset) => {
    world.write(join(bare, path), '# One\n\nStatus: Accepted\n')
    const { out } = world.foreword(['trust', bare, '--show', '--json'])
    expect(JSON.parse(out)).toMatchObject({ state: 'shipped', files: [`preset:${preset}`] })
  })

  it('speaks where the user chose a preset', () => {
    const env = { FOREWORD_PRESET: 'blue' }
    world.write(join(bare, '.blue/voice.md'), '# Voice\n')
    expect(hook('session-start', 'claude', { env }).out).not.toBe('')
  })
})

describe('a command in a directory without a manifest', () => {
  it.each([
    ['assemble', '.', 'standard', 'out'],
    ['explain', '.'],
    ['dispatch', '.', 'Add it', '--executor=claude', '--context'],
    ['trust', '.'],
  ])('says what to do: %s', (...words) => {
    world.agent('claude')
    const before = all()
    const ran = world.foreword(words, { cwd: bare })
    expect(ran).toMatchObject({ code: 3, out: '' })
    expect(ran.err).toContain('bare has no manifest (.foreword/manifest.yaml), and no files of a preset.')
    expect(ran.err).toContain('Run "foreword init" there to write one')
    expect(all()).toEqual(before)
  })

  it('Z-01 works as published where the files of the preset are', () => {
    for (const [path, text] of Object.entries(files)) world.write(join(bare, path), text)
    expect(world.foreword(['assemble', '.', 'standard', 'out'], { cwd: bare }).code).toBe(0)
  })

  it('writes a manifest with init, and shows an empty log', () => {
    expect(world.foreword(['log', '--repo', bare]).code).toBe(0)
    expect(world.foreword(['init', bare, '--yes']).code).toBe(0)
    expect(world.foreword(['explain', bare]).code).toBe(0)
  })
})
