import { existsSync } from 'node:fs'

// Node may wait for ever at the end of a process: for a read of standard input that never comes back, and for V8, where a function that
// Maglev is compiling on another thread asks for a collection which nobody makes any more (seen in one of a hundred runs with 10 MB of input
// on Node 24). Another program in its place waits for nobody. Not to let V8 use Maglev would help too, but loading what sets the flag costs a
// twelfth of a bare start, and V8 then refuses the code that was kept.

const shell = '/bin/sh'
let isReading = false
let isBusy = false

/** A read was begun, or has come back. */
export function noteReading(begun: boolean): void {
  isReading = begun
}

/** Said by whoever does so much that V8 compiles beside it. */
export function endsForSure(): void {
  if (isBusy) return
  isBusy = true
  if (!canMakeWay()) process.getBuiltinModule('node:v8').setFlagsFromString('--no-maglev')
}

const canMakeWay = () => process.execve !== undefined && existsSync(shell)

/** Ends the process. */
export function leave(code: number): never {
  if ((isReading || isBusy) && canMakeWay()) {
    process.emit('exit', code)
    process.execve?.(shell, [shell, '-c', `exit ${code}`], {})
  }
  process.exit(code)
}
