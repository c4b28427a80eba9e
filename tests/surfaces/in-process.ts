// Runs the program on a thread of the test's process and waits for it: a start of Node for each of thousands of runs took most of the time
// of all tests. Tests of what a process is (signals, pipes, terminals, start-up, crashes) use a real one instead.
import { join } from 'node:path'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Run } from './in-process-entry.ts'

/** Where tests/build.ts puts the bundle. */
export const inProcessBundle = join(import.meta.dirname, '../../node_modules/.cache/foreword-in-process')

const timeoutMs = 120_000

export interface Channel {
  readonly bundle: string
  readonly port: MessagePort
  /** Becomes 1 when a run has ended. */
  readonly done: Int32Array
}

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface Thread {
  readonly worker: Worker
  readonly port: MessagePort
  readonly done: Int32Array
}

/** One per process of vitest: its test files share this module. */
let thread: Thread | null = null

function startThread(): Thread {
  const { port1, port2 } = new MessageChannel()
  const done = new Int32Array(new SharedArrayBuffer(4))
  const channel: Channel = { bundle: inProcessBundle, port: port2, done }
  const worker = new Worker(join(import.meta.dirname, 'in-process-worker.ts'), {
    workerData: channel,
    transferList: [port2],
    // Nothing of the person who runs the tests.
    env: {},
  })
  worker.unref()
  port1.unref()
  return { worker, port: port1, done }
}

export function runInProcess(run: Run): Ended {
  thread ??= startThread()
  const { worker, port, done } = thread
  Atomics.store(done, 0, 0)
  port.postMessage(run)
  if (Atomics.wait(done, 0, 0, timeoutMs) === 'timed-out') {
    thread = null
    void worker.terminate()
    throw new Error(`foreword ${run.words.join(' ')}: no end within ${timeoutMs / 1000} seconds`)
  }
  const ended = receiveMessageOnPort(port)?.message as Ended
  if (ended.code === -1) throw new Error(`foreword ${run.words.join(' ')}: ${ended.err}`)
  return ended
}
