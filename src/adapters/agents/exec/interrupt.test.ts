import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'exec-interrupt-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const door = JSON.stringify(join(import.meta.dirname, 'open-runner.ts'))
const host = `
  const { openRunner } = await import(${door})
  const [cwd, program] = process.argv.slice(1)
  const job = { program, args: [], cwd, stdinFile: null, outputFile: cwd + '/output.log', timeoutMs: 60000 }
  const result = await openRunner(process.env).run(job)
  console.log(JSON.stringify({ ...result, seconds: 0, left: process.listenerCount('SIGINT') }))`

function startHost(body: string): { child: ChildProcess; said: () => string } {
  const program = join(home, 'agent')
  writeFileSync(program, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  const args = ['--input-type=module', '-e', host, home, program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  return { child, said: () => said }
}

async function agentPid(): Promise<number> {
  const file = join(home, 'pid')
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await pause(10)
  return Number(readFileSync(file, 'utf8'))
}

async function gone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`) && !/^State:\s+[ZX]/m.test(statusOf(pid))) await pause(10)
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return 'State: X'
  }
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'ends the group and fails when we get %s',
  async (signal) => {
    const { child, said } = startHost('trap "exit 0" TERM; echo $$ > pid; while :; do sleep 0.05; done')
    const closed = once(child, 'close')
    const pid = await agentPid()
    child.kill(signal)
    expect(await closed).toEqual([0, null])
    expect(JSON.parse(said())).toEqual({
      status: 'failed',
      exitCode: 0,
      signal: null,
      seconds: 0,
      interrupted: true,
      left: 0,
    })
    await gone(pid)
  },
)

it('kills a group that ignores the first request when we are asked twice', async () => {
  const { child, said } = startHost('trap "" TERM; echo $$ > pid; while :; do sleep 0.05; done')
  const closed = once(child, 'close')
  const pid = await agentPid()
  child.kill('SIGINT')
  await pause(200)
  child.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  expect(JSON.parse(said())).toMatchObject({ status: 'failed', exitCode: null, signal: 'SIGKILL' })
  await gone(pid)
})
