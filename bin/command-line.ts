// The entry of every command but `foreword hook`.
import { fstatSync, readSync, statSync } from 'node:fs'
import { compose } from '../src/compose/index.ts'
import { main, type Terminal } from '../src/surfaces/cli/index.ts'
import { exitProcess } from './exit-process.ts'
import { hasLost, write } from './streams.ts'
import { currentDirectory, readSurroundings } from './surroundings.ts'

/** Asked only when it matters: the module that knows loads half of the network. Where words are thrown away, nobody looks. */
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

/** One line, which a terminal gives as a whole. What cannot be read is no answer. */
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
    // Where somebody looks, there is a terminal with a name; to ask the system takes longer.
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
  if (cwd === null) {
    write(2, 'The directory that foreword was called in is gone.\nChange to one that is there.\n')
    exitProcess(3)
  }
  const processInfo = readSurroundings(home, cwd)
  const code = await main(
    process.argv.slice(2),
    processInfo.version,
    (settings) => compose(processInfo, settings),
    terminal,
  )
  exitProcess(hasLost() && code === 0 ? 3 : code)
}
