import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gone, makeWorld, now, type World } from './world.fixture.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})
afterEach(() => world.remove())

const run = (body: string, limits: { timeoutMs?: number; maxBytes?: number } = {}) =>
  world.read({ command: [world.program(body)], ...limits })
const unavailable = (reason: string, detail: RegExp) => ({
  state: 'unavailable',
  uri: 'foreword://it/',
  reason,
  detail: expect.stringMatching(detail),
})
const quoted = JSON.stringify

describe('M-36 a command', () => {
  it('gets one line of JSON, and what it prints is the text', async () => {
    const seen = world.trace('seen')
    const body = `const fs = require('fs'); const line = fs.readFileSync(0, 'utf8')
      fs.writeFileSync(${quoted(seen)}, line); process.stdout.write('\\ufeff# Tickets\\r\\n\\r\\nÜber\\n')`
    const command = [world.program(body)]
    expect(await world.read({ command }, { path: 'issues/7', provides: ['issues', 'sprints'] })).toEqual({
      state: 'found',
      uri: 'foreword://it/issues/7',
      path: 'foreword://it/issues/7',
      text: '# Tickets\n\nÜber\n',
      digest: '22 bytes',
      bytes: 22,
      modifiedAt: now,
    })
    expect(readFileSync(seen, 'utf8')).toBe(
      '{"read":"issues/7","provides":["issues","sprints"],"project":"shop"}\n',
    )
  })

  it('need not read what it is sent', async () => {
    const command = [world.program('process.stdin.destroy(); console.log("x")')]
    const provides = Array.from({ length: 100_000 }, () => 'issues')
    expect(await world.read({ command }, { provides })).toMatchObject({ state: 'found', text: 'x\n' })
  })

  it('gets its words as they are: no shell looks at them', async () => {
    const body = 'console.log(JSON.stringify(process.argv.slice(2)))'
    const words = ['$(touch x)', '; rm -rf /', '*', '', 'a b', '`x`']
    const found = await world.read({ command: [world.program(body), ...words] })
    expect(found).toMatchObject({ text: `${quoted(words)}\n` })
  })

  it('T1 starts in an empty directory of its own, which is gone afterwards', async () => {
    const body = `console.log(JSON.stringify([process.cwd(), require('fs').readdirSync('.')]))`
    const found = await run(body)
    const [cwd, names] = JSON.parse(found.state === 'found' ? found.text : '')
    expect(names).toEqual([])
    expect(cwd).not.toContain(world.root)
    expect(existsSync(cwd)).toBe(false)
  })

  it('T3 sees a small environment, and of the rest only what the user named', async () => {
    const command = [world.program('console.log(JSON.stringify(process.env))')]
    const env = {
      NODE_OPTIONS: '--require /x',
      LD_PRELOAD: '',
      TOKEN: 't',
      AWS_KEY: 'k',
      LANG: 'C',
      HTTP_PROXY: 'p',
    }
    const read = (names: string[]) =>
      world.plugins({ command, env: names }, env).read({ plugin: 'it', path: '', provides: [] })
    const seen = async (names: string[]) => {
      const found = await read(names)
      return Object.keys(JSON.parse(found.state === 'found' ? found.text : '{}'))
        .filter((name) => !name.startsWith('__'))
        .sort()
    }
    const base = ['FOREWORD_PROJECT', 'FOREWORD_PROJECT_ROOT', 'HOME', 'LANG', 'PATH']
    expect(await seen([])).toEqual(base)
    expect(await seen(['TOKEN', 'NOT_SET'])).toEqual([...base, 'TOKEN'])
  })
})

describe('a command that does not do as it should is an observation, never a throw', () => {
  it.each([
    [
      'exits with 1',
      'console.error("first"); console.error("no token \\x1b[31m"); process.exit(1)',
      /^The plugin "it" ended with exit code 1: "no token .*"\.$/,
    ],
    [
      'dies halfway',
      'process.stdout.write("half"); process.kill(process.pid, "SIGKILL")',
      /ended with SIGKILL\.$/,
    ],
    ['throws', 'throw new Error("broken")', /ended with exit code 1/],
    ['prints nothing', '', /answered with nothing\.$/],
    ['prints only white space', 'console.log(" \\n\\t")', /answered with nothing\.$/],
  ])('%s', async (_, body, detail) => {
    expect(await run(body)).toMatchObject(unavailable('plugin-failed', detail))
  })

  it('prints binary', async () => {
    expect(await run('process.stdout.write(Buffer.from([65, 0, 66]))')).toMatchObject(
      unavailable('binary', /answered with NUL bytes/),
    )
  })

  it('prints what is not UTF-8', async () => {
    expect(await run('process.stdout.write(Buffer.from([65, 255, 254]))')).toMatchObject(
      unavailable('not-utf8', /bytes that are not UTF-8/),
    )
  })

  it('prints 1 GB: it is ended at the limit, and what wrote it too', async () => {
    const pids = world.trace('pids')
    const script = `echo $$ > '${pids}'; head -c 1000000000 /dev/zero | tr '\\0' x; echo ended >> '${pids}'`
    expect(await world.read({ command: ['/bin/sh', '-c', script] })).toMatchObject(
      unavailable('too-large', /answered with more than 262144 bytes and was ended/),
    )
    expect(await gone(Number(readFileSync(pids, 'utf8')))).toBe(true)
  })

  it('may answer with exactly as much as the limit', async () => {
    const body = (size: number) => `process.stdout.write('x'.repeat(${size}))`
    expect(await run(body(1000), { maxBytes: 1000 })).toMatchObject({ state: 'found', bytes: 1000 })
    expect(await run(body(1001), { maxBytes: 1000 })).toMatchObject({ reason: 'too-large' })
  })

  it('answers late', async () => {
    const body = `setTimeout(() => console.log('late'), 30000)`
    expect(await run(body, { timeoutMs: 300 })).toMatchObject(
      unavailable('plugin-timeout', /had not answered after 0.3 s and was ended/),
    )
  })

  it('hangs after half of its answer, and ignores what asks it to end', async () => {
    const body = `process.on('SIGTERM', () => {}); process.stdout.write('half'); setInterval(() => {}, 1000)`
    expect(await run(body, { timeoutMs: 500 })).toMatchObject({ reason: 'plugin-timeout' })
  })

  it('hangs with children: all of its process group is ended', async () => {
    const pids = world.trace('pids')
    const body = `const { spawn } = require('child_process')
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      require('fs').writeFileSync(${quoted(pids)}, process.pid + ' ' + child.pid)
      setInterval(() => {}, 1000)`
    expect(await run(body, { timeoutMs: 1500 })).toMatchObject({ reason: 'plugin-timeout' })
    for (const pid of readFileSync(pids, 'utf8').split(' ')) expect(await gone(Number(pid))).toBe(true)
  })

  it('leaves a child behind that holds its output: the child is ended, the answer counts', async () => {
    const pids = world.trace('pids')
    const body = `const { spawn } = require('child_process')
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      require('fs').writeFileSync(${quoted(pids)}, String(child.pid))
      console.log('done'); child.unref()`
    expect(await run(body)).toMatchObject({ state: 'found', text: 'done\n' })
    expect(await gone(Number(readFileSync(pids, 'utf8')))).toBe(true)
  })

  it('has no interpreter', async () => {
    const file = world.program('')
    writeFileSync(file, '#!/nowhere/at/all\n')
    expect(await world.read({ command: [file] })).toMatchObject(
      unavailable('plugin-failed', /could not be started \(ENOENT\)/),
    )
  })
})

describe('T1 the program that is started', () => {
  const state = (command: string[], env: NodeJS.ProcessEnv = {}) =>
    world.plugins({ command }, env).state('it')
  const refused = (why: RegExp) => ({ state: 'not-enabled', why: expect.stringMatching(why) })

  it('is found by its path, or by its name on the PATH of the user', () => {
    const file = world.program('', join(world.home, 'bin', 'tickets'))
    expect(state([file])).toEqual({ state: 'enabled', how: 'command' })
    expect(state(['tickets'], { PATH: `/usr/bin:${join(world.home, 'bin')}` })).toMatchObject({
      state: 'enabled',
    })
    expect(state(['tickets'])).toMatchObject(refused(/program "tickets" not found on PATH/))
    expect(state([join(world.home, 'nothing')])).toMatchObject(refused(/not a program that you may execute/))
    expect(state([world.home])).toMatchObject(refused(/not a program that you may execute/))
  })

  it('is never found in the working directory, whatever PATH says', () => {
    world.program('', join(world.root, 'tickets'))
    const before = process.cwd()
    process.chdir(world.root)
    try {
      for (const PATH of ['', '.', ':', './', '..', 'bin', `${world.root}`, join(world.root, '..', 'shop')])
        expect(state(['tickets'], { PATH })).toMatchObject({ state: 'not-enabled' })
    } finally {
      process.chdir(before)
    }
  })

  it('is nothing of the project: not by its path, not by a link, not as a word, not by a PATH that npm has set', () => {
    const evil = world.program('', join(world.root, 'node_modules/.bin/tickets'))
    symlinkSync(evil, join(world.home, 'link'))
    mkdirSync(join(world.home, 'linked'))
    symlinkSync(join(world.root, 'node_modules/.bin'), join(world.home, 'linked/bin'))
    expect(state([evil])).toMatchObject(refused(/is in the project/))
    expect(state([join(world.home, 'link')])).toMatchObject(refused(/is in the project/))
    expect(state([process.execPath, evil])).toMatchObject(refused(/is in the project/))
    for (const place of [join(world.root, 'node_modules/.bin'), join(world.home, 'linked/bin')])
      expect(state(['tickets'], { PATH: place })).toMatchObject(
        refused(/program "tickets" not found on PATH/),
      )
  })

  it('gets a PATH without places of the project', async () => {
    const command = [world.program('console.log(process.env.PATH)')]
    const env = { PATH: `.:${join(world.root, 'bin')}:/usr/bin::/bin` }
    const found = await world.plugins({ command }, env).read({ plugin: 'it', path: '', provides: [] })
    expect(found).toMatchObject({ text: '/usr/bin:/bin\n' })
  })

  it('M-70 does not run until its output is read', async () => {
    const trace = world.trace('started')
    const plugins = world.plugins({
      command: [world.program(`require('fs').writeFileSync(${quoted(trace)}, '')`)],
    })
    expect(plugins.state('it')).toMatchObject({ state: 'enabled' })
    await plugins.close()
    expect(existsSync(trace)).toBe(false)
  })

  it('is nothing for a project that the user did not name', async () => {
    const command = [world.program('console.log("x")')]
    const read = (projects: string[]) => world.read({ command, projects })
    expect(await read([join(world.home, 'work')])).toMatchObject({ state: 'found' })
    expect(await read([world.root])).toMatchObject({ state: 'found' })
    for (const other of ['/srv/other', `${world.root}-evil`, join(world.root, 'below')])
      expect(await read([other])).toMatchObject({ state: 'unavailable', reason: 'plugin-not-enabled' })
  })

  it('is nothing for a plugin that is not enabled: the state says what to write where', async () => {
    const plugins = world.plugins({ command: ['x'] })
    expect(plugins.state('other')).toEqual({
      state: 'not-enabled',
      why: '/home/a/plugins.yaml does not enable it',
      fix: `Add to /home/a/plugins.yaml, below "plugins:":\n  other:\n    command: [/path/to/program]  # or mcp: [/path/to/server], or mcp_url: https://…\n    projects: [${quoted(world.root)}]`,
    })
    expect(await plugins.read({ plugin: 'other', path: 'x', provides: [] })).toMatchObject({
      state: 'unavailable',
      uri: 'foreword://other/x',
      reason: 'plugin-not-enabled',
      detail: 'The plugin "other" is not enabled for this project.',
      fix: 'Run "foreword plugins": it says why, and what to write where.',
    })
  })

  it('is ended when the program closes', async () => {
    const plugins = world.plugins({ command: [world.program('setInterval(() => {}, 1000)')] })
    const reading = plugins.read({ plugin: 'it', path: '', provides: [] })
    await plugins.close()
    expect(await reading).toMatchObject({ state: 'unavailable', reason: 'plugin-failed' })
  })
})
