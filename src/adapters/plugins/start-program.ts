import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Program } from './program.ts'
import { makePluginFailure, quoteAnswer } from './trouble.ts'

export interface StartedProgram {
  readonly child: ChildProcessWithoutNullStreams
  /** Resolves when the program has exited, with an error text or null. Its process group is killed then. */
  readonly exited: Promise<string | null>
  /** Kills the whole process group and removes its directory. */
  end(): void
}

/** Running groups, so that none outlives this process. */
const running: RunningPrograms = new Set()
const ownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Functions that end the programs that are running. */
export type RunningPrograms = Set<() => void>

/** Starts a program without a shell, in its own empty directory and its own process group. */
export function startProgram({ file, words, env }: Program, ownRunning: RunningPrograms): StartedProgram {
  const cwd = attempt(() => mkdtempSync(join(tmpdir(), 'foreword-plugin-')))
  const discard = () => rmSync(cwd, { recursive: true, force: true })
  const child = attempt(() => spawn(file, words, { cwd, env, detached: true, stdio: 'pipe' }), discard)
  const kill = () => killGroup(child.pid)
  const end = () => {
    kill()
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    ownRunning.delete(end)
    unguard(end)
    discard()
  }
  ownRunning.add(end)
  guard(end)
  // A program that exits early closes the pipe that we write to.
  child.stdin.on('error', () => undefined)
  const describeError = watchErrors(child)
  const exited = new Promise<string | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(makePluginFailure(`could not be started (${error.code ?? 'unknown error'})`))
    })
    child.once('exit', (code, signal) => {
      // Processes that it left behind would keep its output open.
      kill()
      if (code === 0) resolve(null)
      else resolve(`ended with ${signal ?? `exit code ${code}`}${describeError()}`)
    })
  })
  // Awaited later, or never if the timeout comes first.
  exited.catch(() => undefined)
  return { child, exited, end }
}

function attempt<T>(start: () => T, onFailure?: () => void): T {
  try {
    return start()
  } catch (error) {
    onFailure?.()
    throw makePluginFailure(
      `could not be started (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    )
  }
}

/** Returns the last line of standard error that names an error, else the last line. */
function watchErrors(child: ChildProcessWithoutNullStreams): () => string {
  let tail = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-2000)
  })
  return () => {
    const lines = tail.trim().split('\n')
    const shown = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? ''
    return shown === '' ? '' : `: ${quoteAnswer(shown.trim())}`
  }
}

/** Reaches every descendant except those that started their own session. */
function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The group has ended, or belongs to another user.
  }
}

function guard(end: () => void): void {
  if (running.size === 0) {
    process.on('exit', endAll)
    for (const signal of ownSignals) process.on(signal, onSignal)
  }
  running.add(end)
}

function unguard(end: () => void): void {
  if (!running.delete(end) || running.size > 0) return
  process.off('exit', endAll)
  for (const signal of ownSignals) process.off(signal, onSignal)
}

function endAll(): void {
  for (const end of [...running]) end()
}

/** A separate process group does not receive the terminal's signals, so end it. Then end this process by the same signal. */
function onSignal(signal: NodeJS.Signals): void {
  endAll()
  process.kill(process.pid, signal)
}
