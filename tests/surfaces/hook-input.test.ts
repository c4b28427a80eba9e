import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agents } from '../../src/agents/index.ts'
import { Hooks, lines, startup } from './hook-calls.ts'
import { binary } from './program.ts'

describe('whatever an agent says', () => {
  let hooks: Hooks
  beforeAll(() => {
    hooks = new Hooks()
  })
  afterAll(() => hooks.world.remove())

  const told = (text: unknown) => {
    const said = hooks.call('session-start', { input: text as string, cwd: hooks.root, asProcess: true })
    expect(said.code).toBe(0)
    expect(lines(said.err).length).toBeLessThanOrEqual(1)
    if (said.out !== '')
      expect(Object.keys(JSON.parse(said.out))).toEqual([expect.stringMatching(/^hookSp|^sys/)])
    return said
  }

  it.each([
    ['empty', '', 'nothing came'],
    ['white', ' \n\t\n', 'nothing came'],
    ['no JSON', 'garbage', 'something else came'],
    ['half a document', '{"session_id":', 'something else came'],
    ['a list', '[1]', 'something else came'],
    ['a number', '7', 'something else came'],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0x80]), 'something else came'],
    ['deeply nested', '['.repeat(300_000), 'something else came'],
    ['large', 'x'.repeat(10_000_000), 'something else came'],
    ['larger than anybody reads', 'x'.repeat(40_000_000), 'more than 32 MB'],
  ])('it ends with 0 and one line: input that is %s', (_, input, why) => {
    const said = told(input)
    expect(said.context).toMatch(/^foreword: no project context this time: Claude Code must send one JSON/)
    expect(said.context).toContain(why)
    expect(lines(said.err)).toEqual([said.context])
  })

  it.each([
    ['wrong types', { session_id: 7, hook_event_name: ['x'], source: {}, prompt: 1 }],
    ['a session that nobody could mean', { session_id: 'a\0\ud800\nb' }],
    ['a session of a megabyte', { session_id: 'x'.repeat(1_000_000) }],
    ['an event that is not known', { hook_event_name: 'Lunch', source: 'hunger' }],
    ['a value of 10 MB', { prompt: 'x'.repeat(10_000_000) }],
    ['a document that is deep', { prompt: JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`) }],
  ])('it is of use all the same: %s', (_, input) => {
    const said = told(JSON.stringify({ cwd: hooks.root, ...input }))
    expect(said.context).toContain('Books for everybody.')
    const name = JSON.parse(said.out).hookSpecificOutput.hookEventName
    expect(name).toBe(
      'hook_event_name' in input && input.hook_event_name === 'Lunch' ? 'Lunch' : 'SessionStart',
    )
  })

  it('it takes the directory that it is called in where the agent names none, or none that there could be', () => {
    for (const cwd of [undefined, 7, '/a\0b', '/a\ud800']) {
      const input = JSON.stringify({ ...startup, cwd })
      const said = hooks.call('session-start', { input, cwd: hooks.root })
      expect(said).toMatchObject({ code: 0, context: expect.stringContaining('Books for everybody.') })
    }
  })

  it('it speaks of the repository around the directory that the agent works in', () => {
    const root = hooks.world.repository({ 'README.md': '# Shop\n', 'src/deep/one.ts': '' }, 'plain')
    const said = told(JSON.stringify({ ...startup, session_id: 'deep', cwd: join(root, 'src/deep') }))
    const above = told(JSON.stringify({ ...startup, session_id: 'top', cwd: root }))
    const packet = (text: string | null) => text?.replace(/INJ-[\w-]+/, '')
    expect(packet(said.context)).toBe(packet(above.context))
    expect(above.context).toContain('## SOUL')
    expect(existsSync(join(root, 'src/deep/.foreword'))).toBe(false)
  })

  it.each(['lunch', 'constructor', '__proto__', ''])('it does nothing about the event %j', (event) => {
    expect(hooks.call(event)).toMatchObject({
      code: 0,
      out: '',
      err: `foreword: nothing was done: Claude Code has no event "${event}", only session-start, prompt, before-compaction, subagent-start, session-end\n`,
    })
  })

  it('it names the directory that is not there', () => {
    const said = told(JSON.stringify({ ...startup, cwd: '/nowhere/at/all' }))
    expect(said.context).toContain('Directory not found: "/nowhere/at/all".')
  })

  it('it works where the directory was taken away that it is called in', () => {
    const script = 'mkdir "$1" && cd "$1" && rmdir "$1" && exec "$2" "$3" hook session-start --agent claude'
    const gone = join(hooks.world.dir, 'gone')
    const ran = spawnSync('/bin/sh', ['-c', script, 'sh', gone, process.execPath, binary], {
      env: hooks.world.env,
      input: JSON.stringify({ ...startup, cwd: hooks.root }),
      encoding: 'utf8',
    })
    expect(ran).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('Books') })
  })

  it('it leaves a receipt where the project is known, without secrets', () => {
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')
    const [before] = hooks.log()
    hooks.call('prompt', { input: `garbage ${secret}`, cwd: hooks.root })
    const [row, last] = hooks.log()
    expect([row.seq, last]).toEqual([before.seq + 1, before])
    expect(row).toMatchObject({ status: 'error', agent: 'claude' })
    const receipt = JSON.stringify(hooks.receipt(row.injection_id))
    expect(receipt).toContain('must send one JSON object on standard input, and something else came')
    expect(receipt).not.toContain(secret)
  })

  it('it stops no prompt: what failed is told to the person, not to the model', () => {
    const said = hooks.call('prompt', { input: 'garbage', cwd: hooks.root })
    expect(said).toMatchObject({ code: 0, context: null })
    expect(said.message).toMatch(/^foreword: no updates for this prompt: /)
    const other = hooks.call('prompt', { agent: 'opencode', input: 'garbage', cwd: hooks.root })
    expect(other).toMatchObject({ code: 0, out: '', err: expect.stringContaining('no updates') })
  })

  it.each(
    agents.flatMap(({ id, hooks: rules }) =>
      Object.entries(rules?.events ?? {}).map(([event, { takes }]) => [id, event, takes]),
    ),
  )('it is told to %s at %s in the form that it takes: %s', (agent, event, takes) => {
    const { code, out, err } = hooks.call(event!, {
      agent: agent!,
      input: 'garbage',
      cwd: hooks.root,
    })
    expect({ code, lines: lines(err).length }).toEqual({ code: 0, lines: 1 })
    if (takes === 'nothing') expect(out).toBe('')
    else if (takes === 'plain') expect(out).toMatch(/^(foreword: no project context.*)?$/)
    else JSON.parse(out)
  })

  it('it ends with 0, with one document or nothing on standard output', () => {
    const keys = fc.constantFrom(
      'session_id',
      'cwd',
      'hook_event_name',
      'source',
      'prompt',
      'transcript_path',
    )
    const garbage = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.json(),
      fc
        .dictionary(keys, fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()))
        .map((document) => JSON.stringify(document)),
    )
    const events = fc.constantFrom(
      'session-start',
      'prompt',
      'before-compaction',
      'subagent-start',
      'session-end',
    )
    const cases = fc.sample(fc.tuple(events, garbage), 25)
    for (const [event, input] of cases) {
      const { code, out, err } = hooks.call(event, { input, cwd: hooks.root })
      expect(code).toBe(0)
      expect(lines(err).length).toBeLessThanOrEqual(1)
      if (out !== '' && event !== 'before-compaction') JSON.parse(out)
    }
  })
})

describe('whatever is broken, a hook ends with 0', () => {
  let hooks: Hooks
  beforeEach(() => {
    hooks = new Hooks()
  })
  afterEach(() => {
    chmodSync(join(hooks.root, '.foreword'), 0o755)
    hooks.world.remove()
  })
  /** A copy of the program that the test may damage. */
  const copied = () => {
    const home = join(hooks.world.dir, 'program')
    const from = join(binary, '../..')
    for (const part of ['bin', 'dist', 'presets'])
      cpSync(join(from, part), join(home, part), { recursive: true })
    symlinkSync(join(from, 'package.json'), join(home, 'package.json'))
    return home
  }
  const run = (words: readonly string[], input: string = JSON.stringify({ ...startup, cwd: hooks.root })) =>
    spawnSync(process.execPath, words, { env: hooks.world.env, input, encoding: 'utf8' })
  const hook = ['hook', 'session-start', '--agent', 'claude']

  it('when nothing can be written to standard output', () => {
    const line = `printf '%s' '${JSON.stringify({ ...startup, cwd: hooks.root })}' | foreword hook prompt --agent claude`
    for (const to of ['> /dev/full', '>&-', '2> /dev/full > /dev/full'])
      expect(hooks.world.shell(`${line} ${to}; echo "code $?" >&2`).err + to).toMatch(/code 0|2>/)
  })

  it('when neither the store nor the spool nor the cache can be written', () => {
    const env = {
      FOREWORD_STORE: '/proc/nowhere',
      FOREWORD_CACHE_DIR: '/proc/nowhere',
      XDG_STATE_HOME: '/proc/nowhere',
    }
    const said = hooks.call('session-start', { input: startup, env })
    expect(said).toMatchObject({ code: 0, context: expect.stringContaining('Books for everybody.') })
  })

  it('when every disk that it writes to is full', ({ skip }) => {
    const own = process.getuid?.() === 0 ? ['-m'] : ['-Urm']
    const allowed = spawnSync('unshare', [...own, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
    skip(!allowed, 'the system lets nobody mount a disk of their own')
    const disks = [
      join(hooks.root, '.foreword/state'),
      hooks.world.cache,
      join(hooks.world.env.HOME!, '.local/state'),
    ]
    for (const disk of disks) mkdirSync(disk, { recursive: true })
    const mount = disks.map(
      (disk) =>
        `mount -t tmpfs -o size=16k none '${disk}' && { cat /dev/zero > '${disk}/full' 2> /dev/null; true; }`,
    )
    const call = `'${process.execPath}' '${binary}' ${hook.join(' ')}`
    const ran = spawnSync('unshare', [...own, 'sh', '-c', [...mount, call].join(' && ')], {
      env: hooks.world.env,
      input: JSON.stringify({ ...startup, cwd: hooks.root, session_id: 'ses-one' }),
      encoding: 'utf8',
    })
    expect(ran.status).toBe(0)
    expect(JSON.parse(ran.stdout).hookSpecificOutput.additionalContext).toContain('Books for everybody.')
  })

  it('when the store is not a database', () => {
    mkdirSync(join(hooks.root, '.foreword/state'), { recursive: true })
    writeFileSync(join(hooks.root, '.foreword/state/store.db'), 'x'.repeat(5000))
    for (const event of ['session-start', 'prompt', 'session-end'])
      expect(hooks.call(event, { input: startup }).code).toBe(0)
  })

  it('when a file of the program is missing', () => {
    const home = copied()
    rmSync(join(home, 'dist/hook/engine.cjs'))
    const part = run([join(home, 'bin/foreword.cjs'), ...hook])
    expect(part.status).toBe(0)
    expect(JSON.parse(part.stdout).hookSpecificOutput.additionalContext).toMatch(
      /^foreword: no project context this time: .*engine\.cjs/,
    )
    rmSync(join(home, 'dist'), { recursive: true })
    const all = run([join(home, 'bin/foreword.cjs'), ...hook])
    expect(all.status).toBe(0)
    expect(JSON.parse(all.stdout).systemMessage).toMatch(
      /^foreword is not whole, install it again: .*hook\.cjs/,
    )
    expect(run([join(home, 'bin/foreword.cjs'), 'log']).status).not.toBe(0)
  })

  it('when Node is too old, which the person is told once', () => {
    const older = join(hooks.world.dir, 'older.cjs')
    writeFileSync(older, "Object.defineProperty(process.versions, 'node', { value: '20.1.0' })\n")
    const words = ['--require', older, binary]
    const why = 'foreword needs Node 24 or newer; this is Node 20.1.0.'
    expect(run([...words, ...hook])).toMatchObject({
      status: 0,
      stdout: `${JSON.stringify({ systemMessage: why })}\n`,
      stderr: `${why}\n`,
    })
    expect(run([...words, ...hook, '--part', '2/3'])).toMatchObject({ status: 0, stdout: '' })
    expect(run([...words, 'hook', 'prompt', '--agent', 'claude'])).toMatchObject({ status: 0, stdout: '' })
    expect(run([...words, 'hook', 'session-start', '--agent', 'opencode'])).toMatchObject({
      status: 0,
      stdout: '',
    })
    expect(run([...words, 'log'])).toMatchObject({ status: 1, stderr: `${why}\n` })
  })
})
