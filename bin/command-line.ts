// The entry of every command except `foreword hook`.
import { fstatSync, readSync, statSync } from 'node:fs'
import { compose } from '../src/compose/index.ts'
import { Refusal } from '../src/core/values/index.ts'
import { main, type Terminal } from '../src/surfaces/cli/index.ts'
import { exitProcess } from './exit-process.ts'
import { currentDirectory, readProcessInfo } from './process-info.ts'
import { hasLost, write } from './streams.ts'

/** Called only when needed, because `node:tty` loads Node's network modules. /dev/null is not a terminal. */
function isTerminal(fd: number): boolean {
  try {
    const stat = fstatSync(fd)
    const nowhere = statSync('/dev/null', { throwIfNoEntry: false })
    if (!stat.isCharacterDevice() || stat.rdev === nowhere?.rdev) return false
  } catch {
    return false
  }
  return process.getBuiltinModule('node:tty').isatty(fd)
}

/** Reads one line, which a terminal delivers as a whole. Empty if the read fails. */
function ask(question: string): string {
  write(2, question)
  const line = Buffer.alloc(1024)
  try {
    return line.toString('utf8', 0, readSync(0, line))
  } catch {
    return ''
  }
}

const terminal: Terminal = {
  out: (text) => write(1, text),
  err: (text) => write(2, text),
  draw: (line) => write(2, `\r\u001b[2K${line}`),
  ask: (question) => (isTerminal(0) && isTerminal(2) ? ask(question) : null),
  get style() {
    // A real terminal sets TERM. Checking TERM first is faster than asking the system.
    const { NO_COLOR, TERM } = process.env
    const wanted = !NO_COLOR && TERM !== 'dumb' && (TERM !== undefined || process.platform === 'win32')
    return wanted && isTerminal(1) ? 'colour' : 'plain'
  },
  get progress() {
    return process.env.TERM !== 'dumb' && isTerminal(2)
  },
}

export async function runCommand(home: string): Promise<never> {
  const cwd = currentDirectory()
  const processInfo = readProcessInfo(home, cwd ?? '/')
  const make: Parameters<typeof main>[2] = (settings) => {
    if (cwd === null)
      throw new Refusal(
        'repo-missing',
        'The current directory was deleted.',
        'Change to an existing directory.',
      )
    return compose(processInfo, settings)
  }
  const code = await main(process.argv.slice(2), processInfo.version, make, terminal)
  exitProcess(hasLost() && code === 0 ? 3 : code)
}
