import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RecordedHookCall, TemporaryDirectory } from '../../../ports/index.ts'

const ownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Creates a directory for one command that only its owner can read. It is removed when the command ends, however it ends. */
export function openScratch(): TemporaryDirectory {
  const directory = realpathSync.native(mkdtempSync(join(tmpdir(), 'foreword-')))
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  // Exits through `process.exit`, so that other exit listeners run too: they end the process groups of programs that were
  // started.
  const end = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  process.on('exit', remove)
  for (const signal of ownSignals) process.on(signal, end)
  return {
    directory,
    make: (path) => {
      mkdirSync(join(directory, path), { recursive: true, mode: 0o700 })
      return join(directory, path)
    },
    write: (path, text) => write(join(directory, path), text),
    script: (path, text) => {
      write(join(directory, path), text)
      chmodSync(join(directory, path), 0o700)
      return join(directory, path)
    },
    calls: (path) => readCalls(join(directory, path)),
    remove() {
      process.off('exit', remove)
      for (const signal of ownSignals) process.off(signal, end)
      remove()
    },
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
}

/** Reads the files that the script of `makeRecordingScript` wrote. */
function readCalls(directory: string): RecordedHookCall[] {
  const read = (name: string) => readFileSync(join(directory, name), 'utf8')
  const names = readdirSync(directory).filter((name) => name.endsWith('.words'))
  return names.map((name) => {
    const readWithEnding = (ending: string) => {
      const file = name.replace(/words$/, ending)
      return readdirSync(directory).includes(file) ? read(file) : ''
    }
    return {
      words: read(name),
      out: readWithEnding('out'),
      err: readWithEnding('err'),
      ended: readWithEnding('code') !== '',
    }
  })
}

export interface RecordingInput {
  /** The program and its first arguments. The arguments of the call follow them, then `last`. */
  readonly words: readonly string[]
  readonly last: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Directory for the records of calls. */
  readonly calls: string
}

/** Returns a script that runs a program in a given environment and records its arguments and its output. */
export function makeRecordingScript({ words, last, env, calls }: RecordingInput): string {
  const settings = Object.entries(env).map(([name, value]) => quoteForShell(`${name}=${value}`))
  return `#!/bin/sh
call=${quoteForShell(calls)}/$$
printf '%s' "$*" > "$call.words"
cat > "$call.in"
env -i ${settings.join(' ')} ${words.map(quoteForShell).join(' ')} "$@" ${last.map(quoteForShell).join(' ')} < "$call.in" > "$call.out" 2> "$call.err"
code=$?
echo "$code" > "$call.code"
cat "$call.err" >&2
cat "$call.out"
exit "$code"
`
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
