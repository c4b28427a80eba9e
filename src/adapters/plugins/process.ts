import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Program } from './program.ts'
import { makePluginFailure, quoteAnswer } from './trouble.ts'

export interface Started {
  readonly child: ChildProcessWithoutNullStreams
  /** Told when the program itself has ended; what it started is ended with it. */
  readonly exited: Promise<string | null>
  /** Ends the whole process group and takes its directory away. */
  end(): void
}

/** Groups that run now, so that none outlives us. */
const running: Running = new Set()
const ownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What ends each program that somebody has started. */
export type Running = Set<() => void>

/** Without a shell, in an empty directory of its own and in a process group of its own. */
export function startProgram({ file, words, env }: Program, mine: Running): Started {
  const cwd = attempt(() => mkdtempSync(join(tmpdir(), 'foreword-plugin-')))
  const discard = () => rmSync(cwd, { recursive: true, force: true })
  const child = attempt(() => spawn(file, words, { cwd, env, detached: true, stdio: 'pipe' }), discard)
  const kill = () => killGroup(child.pid)
  const end = () => {
    kill()
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    mine.delete(end)
    unguard(end)
    discard()
  }
  mine.add(end)
  guard(end)
  // Whoever ends early closes the pipe that we write to.
  child.stdin.on('error', () => undefined)
  const complaint = lastWords(child)
  const exited = new Promise<string | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(makePluginFailure(`could not be started (${error.code ?? 'unknown error'})`))
    })
    child.once('exit', (code, signal) => {
      // What it left behind would keep its output open.
      kill()
      if (code === 0) resolve(null)
      else resolve(`ended with ${signal ?? `exit code ${code}`}${complaint()}`)
    })
  })
  // It is awaited later, or never where the time is up first.
  exited.catch(() => undefined)
  return { child, exited, end }
}

function attempt<T>(start: () => T, otherwise?: () => void): T {
  try {
    return start()
  } catch (error) {
    otherwise?.()
    throw makePluginFailure(
      `could not be started (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    )
  }
}

/** Of what it said to people, the last line that names an error, else the last one. */
function lastWords(child: ChildProcessWithoutNullStreams): () => string {
  let tail = ''
  child.stderr.setEncoding('utf8').on('data', (some: string) => {
    tail = (tail + some).slice(-2000)
  })
  return () => {
    const lines = tail.trim().split('\n')
    const line = lines.findLast((one) => /error/i.test(one)) ?? lines.at(-1) ?? ''
    return line === '' ? '' : `: ${quoteAnswer(line.trim())}`
  }
}

/** Reaches every descendant that did not move to a session of its own. */
function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // All gone already, or of another user.
  }
}

function guard(end: () => void): void {
  if (running.size === 0) {
    process.on('exit', endAll)
    for (const signal of ownSignals) process.on(signal, interrupted)
  }
  running.add(end)
}

function unguard(end: () => void): void {
  if (!running.delete(end) || running.size > 0) return
  process.off('exit', endAll)
  for (const signal of ownSignals) process.off(signal, interrupted)
}

function endAll(): void {
  for (const end of [...running]) end()
}

/** A group of its own does not hear what the terminal sends to ours. Then we end as we would have. */
function interrupted(signal: NodeJS.Signals): void {
  endAll()
  process.kill(process.pid, signal)
}
