// The thread that runs the program for the test files of one process. It compiles the bundle once and evaluates it anew for every run, so that no module
// keeps anything from one run to the next.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { compileFunction } from 'node:vm'
import { workerData } from 'node:worker_threads'
import type { Channel } from './in-process.ts'
import type { Output, Run } from './in-process-entry.ts'

type Exports = Record<string, unknown>
type Evaluate = (exports: Exports, require: (name: string) => unknown, module: { exports: Exports }) => void

const { bundle, port, done } = workerData as Channel
const builtIn = createRequire(import.meta.url)
const compiled = new Map<string, Evaluate>()

function compile(name: string): Evaluate {
  const file = join(bundle, name)
  const known = compiled.get(name)
  if (known !== undefined) return known
  const parameters = ['exports', 'require', 'module']
  const evaluate = compileFunction(readFileSync(file, 'utf8'), parameters, { filename: file }) as Evaluate
  compiled.set(name, evaluate)
  return evaluate
}

/** `require` over modules that nothing has used yet. */
function openModules(): (name: string) => unknown {
  const modules = new Map<string, { exports: Exports }>()
  const load = (name: string): unknown => {
    if (!name.startsWith('./')) return builtIn(name)
    const known = modules.get(name)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    modules.set(name, module)
    compile(name)(module.exports, load, module)
    return module.exports
  }
  return load
}

/** The databases that the current run has opened. A process closes its own when it exits, a thread has to do so itself. */
const databases = new Set<DatabaseSync>()
const sqlite = process.getBuiltinModule('node:sqlite')
sqlite.DatabaseSync = class extends DatabaseSync {
  constructor(...options: ConstructorParameters<typeof DatabaseSync>) {
    super(...options)
    databases.add(this)
  }
}

function closeDatabases(): void {
  for (const database of databases) {
    if (!database.isOpen) continue
    try {
      // Closing moves the log into the database, which without this takes three calls of fsync.
      database.exec('PRAGMA synchronous = OFF')
    } catch {
      // The test has damaged the file or has taken it away.
    }
    database.close()
  }
  databases.clear()
}

const own = process.listeners('exit')

/** Calls what the program has registered for the end of its process. */
function endRun(code: number): void {
  const added = process.listeners('exit').filter((listener) => !own.includes(listener))
  for (const listener of added) {
    listener.call(process, code)
    process.off('exit', listener)
  }
  closeDatabases()
}

async function runOnce(order: Run): Promise<void> {
  const parts = { out: '', err: '' }
  const output: Output = {
    out(text) {
      parts.out += text
    },
    err(text) {
      parts.err += text
    },
  }
  let code = 0
  try {
    const { run } = openModules()('./in-process-entry.cjs') as typeof import('./in-process-entry.ts')
    code = await run(order, output)
    endRun(code)
  } catch (error) {
    code = -1
    parts.err += `the program threw in process: ${error instanceof Error ? error.stack : String(error)}\n`
  }
  port.postMessage({ code, ...parts })
  Atomics.store(done, 0, 1)
  Atomics.notify(done, 0)
}

port.on('message', (order: Run) => void runOnce(order))
