import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Script } from 'node:vm'
import { setTiers } from '../src/compose/leave.ts'

/** A file that was loaded, with what V8 has made of it by now. */
interface Loaded {
  readonly file: string
  readonly script: Script
  /** How many runs have added to what is kept of it. */
  readonly runs: number
}

/** By which foreword.cjs knows that it has all of it. */
type Sample = (bytes: Buffer) => number

/** Every build and every Node leaves its own. */
const mostFiles = 500

/**
 * What foreword.cjs reads at the next start. Whole and durable, or not at all: V8 believes what it is given. Whatever goes wrong, the next
 * run compiles again.
 */
export function keepCode(directory: string, changing: readonly Loaded[], sample: Sample): void {
  // V8 believes only code that was made with its own flags.
  setTiers(true)
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const names = readdirSync(directory)
    if (names.length >= mostFiles) for (const name of names) rmSync(join(directory, name), { force: true })
    for (const one of changing) keepOne(one, sample)
  } catch {
    // A cache that cannot be written is no reason to fail.
  }
}

function keepOne({ file, script, runs }: Loaded, sample: Sample): void {
  const code = script.createCachedData()
  const end = Buffer.alloc(5)
  end.writeInt32LE(sample(code))
  end[4] = runs + 1
  const aside = `${file}.${process.pid}.tmp`
  const fd = openSync(aside, 'wx', 0o600)
  try {
    writeFileSync(fd, Buffer.concat([code, end]))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(aside, file)
}
