import { existsSync } from 'node:fs'

// V8 compiles on other threads what runs often. For a program that lives for moments that is twice wrong: it is over before it pays (up to
// a fifth of the time after a change went there), and Node may wait for ever at its end, where a function that Maglev is compiling asks for a
// collection which nobody makes any more (seen in one of a hundred runs with 10 MB of input on Node 24). So V8 is told to leave it. Where
// there is much to do, it must not: then the program makes way for another one at its end, which waits for nobody. It does so, too, while a
// read of standard input never comes back.

const shell = '/bin/sh'
/** Liftoff is the fast compiler of WebAssembly, whose code takes ten times as long as that of the other one: a bundle digests enough to feel it. */
const tiers = ['maglev', 'opt', 'liftoff']
let isReading = false
let isBusy = false
let engine: typeof import('node:v8') | null = null

/** A read was begun, or has come back. */
export function noteReading(begun: boolean): void {
  isReading = begun
}

/** Said by whoever does so much that V8 compiles beside it. */
export function endsForSure(): void {
  if (isBusy || engine !== null) return
  isBusy = true
  if (!canMakeWay()) process.getBuiltinModule('node:v8').setFlagsFromString('--no-maglev')
}

const canMakeWay = () => process.execve !== undefined && existsSync(shell)

/** Said by whoever will soon be done. */
export function staysPlain(): void {
  if (isBusy || engine !== null) return
  // It is needed for the receipt, and Node has code of it that V8 takes with its own flags only.
  process.getBuiltinModule('node:sqlite')
  engine = process.getBuiltinModule('node:v8')
  setTiers(false)
}

/** Said when it turns out that there is much to do. */
export function takesLong(): void {
  if (engine === null) return
  setTiers(true)
  engine = null
  endsForSure()
}

/**
 * V8 believes only code that was made with the flags it has. So it has its own whenever a file is loaded, and when code is kept.
 */
export function setTiers(on: boolean): void {
  for (const tier of tiers) engine?.setFlagsFromString(on ? `--${tier}` : `--no-${tier}`)
}

/** Ends the process. */
export function leave(code: number): never {
  if ((isReading || isBusy) && canMakeWay()) {
    process.emit('exit', code)
    process.execve?.(shell, [shell, '-c', `exit ${code}`], {})
  }
  process.exit(code)
}
