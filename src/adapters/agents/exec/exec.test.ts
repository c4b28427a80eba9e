import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../core/values/index.ts'
import type { AgentJob } from '../../../ports/index.ts'
import { openRunner } from './open-runner.ts'

let home: string
let bin: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'exec-'))
  bin = join(home, 'bin')
  mkdirSync(bin)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const runner = () => openRunner({ ...process.env, PATH: `${bin}:${process.env.PATH}`, MARK: 'from env' })
const output = () => readFileSync(join(home, 'output.log'), 'utf8')

function script(name: string, body: string): string {
  const path = join(bin, name)
  writeFileSync(path, body, { mode: 0o755 })
  return path
}
const shell = (name: string, body: string) => script(name, `#!/bin/sh\n${body}\n`)
const node = (name: string, body: string) => script(name, `#!${process.execPath}\n${body}\n`)

function run(program: string, { stdin, ...job }: Partial<AgentJob> & { stdin?: string } = {}) {
  const stdinFile = stdin === undefined ? null : join(home, 'prompt.md')
  if (stdinFile !== null) writeFileSync(stdinFile, stdin!)
  const defaults = { args: [], cwd: home, stdinFile, outputFile: join(home, 'output.log'), timeoutMs: 30_000 }
  return runner().run({ program, ...defaults, ...job })
}

/** A zombie process has ended; its parent has not collected its status yet. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10)
}

describe('find', () => {
  it('takes the first executable regular file on PATH', () => {
    mkdirSync(join(home, 'other'))
    const second = openRunner({ PATH: `${join(home, 'other')}:relative::${bin}` })
    const path = shell('agent', 'true')
    expect(second.find('agent')).toBe(path)
    mkdirSync(join(home, 'other', 'agent'))
    expect(second.find('agent')).toBe(path)
    chmodSync(path, 0o644)
    expect(second.find('agent')).toBeNull()
  })

  it('follows a link to an executable and takes a program with a slash as a path', () => {
    const path = shell('agent', 'true')
    symlinkSync(path, join(home, 'link'))
    const { find } = openRunner({})
    expect(find(join(home, 'link'))).toBe(join(home, 'link'))
    expect(find(`${bin}/../bin/agent`)).toBe(path)
    expect(find('agent')).toBeNull()
    expect(find(join(home, 'missing'))).toBeNull()
    expect(find(home)).toBeNull()
  })

  it.each(['', '.', '..', 'a\0b', '$(x)'])('finds nothing for %j', (program) => {
    expect(runner().find(program)).toBeNull()
  })

  it('never looks where the process happens to stand', () => {
    shell('agent', 'true')
    const before = process.cwd()
    process.chdir(bin)
    try {
      expect(openRunner({ PATH: ':.:./' }).find('agent')).toBeNull()
    } finally {
      process.chdir(before)
    }
  })
})

describe('run', () => {
  it('T28 hands hostile arguments over unchanged', async () => {
    node('echo-args', 'console.log(JSON.stringify([process.argv.slice(2), process.env.MARK, process.cwd()]))')
    const args = ['$(touch marker)', '`x`', `'"\\`, 'two\nlines\t', '', '--flag=*', ';rm x', '%PATH%', 'ü']
    expect(await run('echo-args', { args })).toMatchObject({ status: 'success', exitCode: 0, signal: null })
    expect(JSON.parse(output())).toEqual([args, 'from env', home])
    expect(existsSync(join(home, 'marker'))).toBe(false)
  })

  it('hands over a prompt of three megabytes unchanged and closes the input', async () => {
    shell('copy', 'cat > received')
    const stdin = 'prömpt $(x) "\'\n\0'.repeat(200_000)
    expect(Buffer.byteLength(stdin)).toBeGreaterThan(3_000_000)
    expect(await run('copy', { stdin })).toMatchObject({ status: 'success' })
    expect(readFileSync(join(home, 'received'), 'utf8') === stdin).toBe(true)
  })

  it('gives a program without a prompt an input that is at its end', async () => {
    expect(await run('cat')).toMatchObject({ status: 'success' })
    expect(output()).toBe('')
  })

  it('does not mind a program that never reads its input', async () => {
    shell('deaf', 'exec <&-; sleep 0.1; echo done')
    expect(await run('deaf', { stdin: 'x'.repeat(3_000_000) })).toMatchObject({ status: 'success' })
    expect(await run('true', { stdin: 'x'.repeat(3_000_000) })).toMatchObject({ status: 'success' })
    expect(output()).toBe('done\n')
  })

  it('appends a large output of both streams to a private file', async () => {
    writeFileSync(join(home, 'output.log'), 'before\n', { mode: 0o600 })
    shell('loud', 'echo problem >&2; head -c 50000000 /dev/zero; echo; echo end')
    expect(await run('loud')).toMatchObject({ status: 'success' })
    const { size, mode } = statSync(join(home, 'output.log'))
    expect([size, mode & 0o777]).toEqual([50_000_000 + 'before\nproblem\n\nend\n'.length, 0o600])
  })

  it('reports an exit code, and a signal when the program was killed', async () => {
    shell('three', 'exit 3')
    shell('suicide', 'kill -9 $$')
    expect(await run('three')).toMatchObject({ status: 'failed', exitCode: 3, signal: null })
    expect(await run('suicide')).toMatchObject({ status: 'failed', exitCode: null, signal: 'SIGKILL' })
  })

  it('keeps what it says apart from what it complains about, where that has a file of its own', async () => {
    shell('both', 'echo said; echo complained >&2')
    const errorFile = join(home, 'errors.log')
    expect(await run('both', { errorFile })).toMatchObject({ status: 'success' })
    expect([output(), readFileSync(errorFile, 'utf8')]).toEqual(['said\n', 'complained\n'])
  })

  it('is given variables that it does not inherit', async () => {
    shell('variables', 'echo "$MARK $NEW"')
    await run('variables', { env: { MARK: 'ours', NEW: 'new' } })
    expect(output()).toBe('from env new\n')
  })

  it('can be asked for its output, of which a long one keeps its beginning and its end', () => {
    const { read } = openRunner({})
    const file = join(home, 'long')
    expect(read(file)).toBeNull()
    writeFileSync(file, 'short ü\n')
    expect(read(file)).toBe('short ü\n')
    writeFileSync(file, `first\n${'x'.repeat(20_000_000)}\nlast\n`)
    const text = read(file)!
    expect([text.startsWith('first\n'), text.endsWith('\nlast\n'), text.length]).toEqual([
      true,
      true,
      16_000_001,
    ])
  })

  it('cannot have another file read by putting a link in its place', () => {
    const { read } = openRunner({})
    writeFileSync(join(home, 'other'), 'secret')
    symlinkSync(join(home, 'other'), join(home, 'link'))
    expect([read(join(home, 'link')), read(home)]).toEqual([null, null])
  })

  it('counts wall seconds with fractions', async () => {
    const { seconds } = await run('sleep', { args: ['0.2'] })
    expect(seconds).toBeGreaterThanOrEqual(0.19)
  })
})

describe('a program that cannot be started', () => {
  it.each([
    ['a missing name', () => ({ program: 'no-such-agent' }), 'ENOENT'],
    ['a missing path', () => ({ program: join(bin, 'no-such-agent') }), 'ENOENT'],
    ['a file without the executable bit', () => ({ program: writeText() }), 'EACCES'],
    ['too many arguments', () => ({ program: 'true', args: ['x'.repeat(3_000_000)] }), 'E2BIG'],
    ['an argument with NUL', () => ({ program: 'true', args: ['a\0b'] }), 'null bytes'],
    [
      'a missing working directory',
      () => ({ program: 'true', cwd: join(home, 'gone') }),
      'gone is not a directory',
    ],
  ])('fails with the reason in the output: %s', async (_, job, reason) => {
    const { program, ...rest } = job() as { program: string } & Partial<AgentJob>
    expect(await run(program, { stdin: 'prompt', ...rest })).toMatchObject({
      status: 'failed',
      exitCode: null,
      signal: null,
    })
    expect(output()).toContain(`cannot start ${program}: `)
    expect(output()).toContain(reason)
  })

  it('is refused when its output cannot be written', async () => {
    await expect(run('true', { outputFile: join(home, 'none', 'output.log') })).rejects.toBeInstanceOf(
      Refusal,
    )
  })

  function writeText(): string {
    writeFileSync(join(bin, 'text'), 'hello', { mode: 0o644 })
    return join(bin, 'text')
  }
})

describe('the end of a run', () => {
  const pid = (name: string) => Number(readFileSync(join(home, name), 'utf8'))

  it('comes at the time limit, also for a program and its child that ignore SIGTERM', async () => {
    shell('stubborn', 'trap "" TERM; sleep 300 & echo $! > child; echo $$ > parent; wait')
    const result = await run('stubborn', { timeoutMs: 1000, stdin: 'x'.repeat(1_000_000) })
    expect(result).toMatchObject({ status: 'timeout', exitCode: null, signal: 'SIGKILL' })
    await until(() => !isAlive(pid('child')) && !isAlive(pid('parent')))
  })

  it('is a timeout even when the program then leaves politely', async () => {
    shell('polite', 'trap "exit 0" TERM; while :; do sleep 0.05; done')
    expect(await run('polite', { timeoutMs: 1000 })).toMatchObject({ status: 'timeout', exitCode: 0 })
  })

  it('takes along a child the program left behind', async () => {
    shell('leaver', 'sleep 300 & echo $! > child; exit 0')
    expect(await run('leaver', { stdin: 'prompt' })).toMatchObject({ status: 'success' })
    await until(() => !isAlive(pid('child')))
  })

  it('does not come early for a limit longer than a timer can hold', async () => {
    expect(await run('sleep', { args: ['0.1'], timeoutMs: Number.MAX_SAFE_INTEGER })).toMatchObject({
      status: 'success',
    })
  })

  it('leaves no listener behind', async () => {
    const count = () => ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((name) => process.listenerCount(name))
    const before = count()
    await run('true')
    await run('no-such-agent')
    await run('sleep', { args: ['9'], timeoutMs: 50 })
    expect(count()).toEqual(before)
  })
})
