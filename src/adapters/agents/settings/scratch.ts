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
import type { HookCall, Scratch } from '../../../ports/index.ts'

const ownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A directory for one command, for its owner alone. It goes when the command does, however that ends. */
export function openScratch(): Scratch {
  const directory = realpathSync.native(mkdtempSync(join(tmpdir(), 'foreword-')))
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  // By exit, so that whoever else tidies up at exit does too: programs that were started have process groups of their own.
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
    calls: (path) => callsIn(join(directory, path)),
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

/** What `recordingScript` has left there. */
function callsIn(directory: string): HookCall[] {
  const read = (name: string) => readFileSync(join(directory, name), 'utf8')
  const names = readdirSync(directory).filter((name) => name.endsWith('.words'))
  return names.map((name) => {
    const beside = (ending: string) => {
      const file = name.replace(/words$/, ending)
      return readdirSync(directory).includes(file) ? read(file) : ''
    }
    return { words: read(name), out: beside('out'), err: beside('err'), ended: beside('code') !== '' }
  })
}

export interface RecordingInput {
  /** Program and words; those that it is called with come behind the first group, and these behind all. */
  readonly words: readonly string[]
  readonly last: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Where calls are kept. */
  readonly calls: string
}

/** A script that runs a program in an environment of its own, and keeps what it was called with and what it said. */
export function makeRecordingScript({ words, last, env, calls }: RecordingInput): string {
  const settings = Object.entries(env).map(([name, value]) => quoted(`${name}=${value}`))
  return `#!/bin/sh
call=${quoted(calls)}/$$
printf '%s' "$*" > "$call.words"
cat > "$call.in"
env -i ${settings.join(' ')} ${words.map(quoted).join(' ')} "$@" ${last.map(quoted).join(' ')} < "$call.in" > "$call.out" 2> "$call.err"
code=$?
echo "$code" > "$call.code"
cat "$call.err" >&2
cat "$call.out"
exit "$code"
`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
