import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { getErrorMessage, Refusal } from '../../../core/values/index.ts'
import type { AgentJob, AgentResult } from '../../../ports/index.ts'
import { isDirectory } from '../../disk/index.ts'
import { findProgram } from './find-program.ts'
import { openProcessGuard } from './process-guard.ts'

export async function runJob(job: AgentJob, env: NodeJS.ProcessEnv): Promise<AgentResult> {
  const output = openOutput(job.outputFile)
  const errors = job.errorFile == null ? output : openOutput(job.errorFile)
  const started = performance.now()
  const seconds = () => Math.round(performance.now() - started) / 1000
  const guard = openProcessGuard(job.timeoutMs)
  try {
    const child = start(job, { ...job.env, ...env, ...job.own }, { output, errors })
    guard.protect(child.pid)
    const { exitCode, signal } = await waitForExit(child)
    const status = guard.ended() ?? (exitCode === 0 ? 'success' : 'failed')
    return { status, exitCode, signal, seconds: seconds(), interrupted: guard.ended() === 'failed' }
  } catch (error) {
    appendNote(errors, `cannot start ${job.program}: ${describeStartError(error, job)}\n`)
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
    const message = `Cannot write the program's output to ${path}: ${(error as Error).message}.`
    throw new Refusal('not-writable', message, 'Choose a directory that you can write to.')
  }
}

/** Starts the program. It writes to the file itself, so its output never passes through our memory. */
function start(job: AgentJob, env: NodeJS.ProcessEnv, { output, errors }: Streams): ChildProcess {
  const byPath = job.program.includes('/')
  const program = byPath ? resolve(job.program) : findProgram(job.program, env.PATH)
  if (program === null) throw new Error('no executable of that name on PATH (ENOENT)')
  // A file instead of a pipe: a file never blocks, and Node's pipes are sockets, which a script cannot open as /dev/stdin.
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

/** Waits for 'exit' instead of 'close', because a grandchild that holds our pipe open would delay 'close'. */
function waitForExit(child: ChildProcess): Promise<Pick<AgentResult, 'exitCode' | 'signal'>> {
  return new Promise((fulfil, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode, signal) => fulfil({ exitCode, signal }))
  })
}

function describeStartError(error: unknown, job: AgentJob): string {
  // The kernel reports ENOENT for a missing working directory too, and Node always blames the program.
  if (!isDirectory(job.cwd)) return `${job.cwd} is not a directory`
  return getErrorMessage(error)
}

function appendNote(output: number, line: string): void {
  try {
    appendFileSync(output, line)
  } catch {
    // The status says `failed` in any case.
  }
}
