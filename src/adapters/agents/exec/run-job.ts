import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { getErrorMessage, Refusal } from '../../../core/values/index.ts'
import type { AgentJob, AgentResult } from '../../../ports/index.ts'
import { isDirectory } from '../../disk/index.ts'
import { findProgram } from './find-program.ts'
import { openGroupGuard } from './process-guard.ts'

export async function runJob(job: AgentJob, env: NodeJS.ProcessEnv): Promise<AgentResult> {
  const output = openOutput(job.outputFile)
  const errors = job.errorFile == null ? output : openOutput(job.errorFile)
  const started = performance.now()
  const seconds = () => Math.round(performance.now() - started) / 1000
  const guard = openGroupGuard(job.timeoutMs)
  try {
    const child = start(job, { ...job.env, ...env, ...job.own }, { output, errors })
    guard.protect(child.pid)
    const { exitCode, signal } = await ended(child)
    const status = guard.ended() ?? (exitCode === 0 ? 'success' : 'failed')
    return { status, exitCode, signal, seconds: seconds(), interrupted: guard.ended() === 'failed' }
  } catch (error) {
    note(errors, `cannot start ${job.program}: ${reason(error, job)}\n`)
    return { status: 'failed', exitCode: null, signal: null, seconds: seconds(), interrupted: false }
  } finally {
    guard.release()
    closeSync(output)
    if (errors !== output) closeSync(errors)
  }
}

interface Streams {
  readonly output: number
  readonly errors: number
}

function openOutput(path: string): number {
  try {
    return openSync(path, 'a', 0o600)
  } catch (error) {
    const message = `cannot write the program's output to ${path}: ${(error as Error).message}`
    throw new Refusal('not-writable', message, 'Choose a place you may write to.')
  }
}

/** The program writes to the file itself: its output never passes through our memory. */
function start(job: AgentJob, env: NodeJS.ProcessEnv, { output, errors }: Streams): ChildProcess {
  const byPath = job.program.includes('/')
  const program = byPath ? resolve(job.program) : findProgram(job.program, env.PATH)
  if (program === null) throw new Error('no executable of that name on PATH (ENOENT)')
  // A file, not a pipe: it never blocks, and Node's pipes are sockets, which a script cannot open as /dev/stdin.
  const input = job.stdinFile === null ? null : openSync(job.stdinFile, 'r')
  try {
    return spawn(program, job.args, {
      cwd: job.cwd,
      env,
      detached: true,
      stdio: [input ?? 'ignore', output, errors],
    })
  } finally {
    if (input !== null) closeSync(input)
  }
}

/** Waits for 'exit', not 'close': a grandchild that holds our pipe must not keep us waiting. */
function ended(child: ChildProcess): Promise<Pick<AgentResult, 'exitCode' | 'signal'>> {
  return new Promise((fulfil, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode, signal) => fulfil({ exitCode, signal }))
  })
}

function reason(error: unknown, job: AgentJob): string {
  // The kernel says ENOENT for a missing directory too, and Node always names the program.
  if (!isDirectory(job.cwd)) return `${job.cwd} is not a directory`
  return getErrorMessage(error)
}

function note(output: number, line: string): void {
  try {
    appendFileSync(output, line)
  } catch {
    // The status says failed either way; a full disk must not hide that.
  }
}
