import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makeHookTrial } from './hook-trial.ts'

const run = (script: string, timeoutMs = 20_000) =>
  makeHookTrial({ PATH: '/usr/bin:/bin' })({
    words: ['/bin/sh', '-c', script],
    cwd: tmpdir(),
    input: 'in',
    timeoutMs,
  })

/** Waits until the process has ended. A process whose parent does not wait for it stays in the process list. */
async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 500; tries++, await pause(10)) {
    try {
      if (/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return true
    } catch {
      return true
    }
  }
  return false
}

describe('a trial of a command', () => {
  it('gives what it got, printed and ended with', async () => {
    expect(await run('cat; echo word >&2; exit 3')).toMatchObject({
      out: 'in',
      err: 'word\n',
      exitCode: 3,
      timedOut: false,
    })
  })

  it('ends at its limit with all that it started', async () => {
    const { timedOut, signal, out } = await run('sleep 60 & echo $!; wait', 300)
    expect({ timedOut, signal }).toEqual({ timedOut: true, signal: 'SIGKILL' })
    expect(await gone(Number(out))).toBe(true)
  })

  it('does not wait for a child that keeps the output open', async () => {
    const { exitCode, timedOut, out } = await run('sleep 60 & echo $!')
    expect({ exitCode, timedOut }).toEqual({ exitCode: 0, timedOut: false })
    expect(await gone(Number(out))).toBe(true)
  })

  it('ends a server when it has said a whole line that was waited for', async () => {
    const script = 'read line; echo "got $line"; printf "part \\"id\\":2"; echo " rest"; sleep 60'
    const words = ['/bin/sh', '-c', script]
    const trial = makeHookTrial({ PATH: '/usr/bin:/bin' })
    const ran = await trial({ words, cwd: tmpdir(), input: 'in\n', timeoutMs: 20_000, until: '"id":2' })
    expect(ran).toMatchObject({ timedOut: false, out: 'got in\npart "id":2 rest\n' })
  })

  it('says why there is none', async () => {
    const trial = makeHookTrial({})({ words: ['/nowhere/at/all'], cwd: tmpdir(), input: '', timeoutMs: 1000 })
    expect(await trial).toMatchObject({ exitCode: null, err: expect.stringContaining('ENOENT') })
  })
})
