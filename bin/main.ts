import { readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { compose } from '../src/compose/index.ts'
import { main, type Terminal } from '../src/surfaces/cli/index.ts'

const words = process.argv.slice(2)
const isHook = words[0] === 'hook' && !words.includes('--help') && !words.includes('-h')

/** Why nothing can be written to a stream any more. */
const closed = new Map<number, string>()

/**
 * process.stdout.write loses what is still buffered at exit; a loop over writeSync does not. When nobody reads any more, or
 * the disk is full, words are lost and the work goes on: no agent is left half started because of `| head`.
 */
function write(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length && !closed.has(fd); ) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') continue
      closed.set(fd, code)
      if (fd === 1 && code !== 'EPIPE') write(2, `foreword: cannot write to standard output (${code})\n`)
    }
  }
}

/** Asked only when it matters: the module that knows loads half of the network. */
function isTerminal(fd: number): boolean {
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
    const wanted = !process.env.NO_COLOR && process.env.TERM !== 'dumb'
    return wanted && isTerminal(1) ? 'colour' : 'plain'
  },
  get progress() {
    return process.env.TERM !== 'dumb' && isTerminal(2)
  },
}
/** A hook may be called where somebody has taken the directory away: its input names another. */
function directory(): string {
  try {
    return process.cwd()
  } catch (error) {
    if (isHook) return '/'
    throw error
  }
}

/** The build puts the digest of its own output here. */
const build = '@@BUILD@@'
const around = {
  build,
  version: packageJson.version,
  env: process.env,
  cwd: directory(),
  home: join(import.meta.dirname, '..'),
}

/** A hook keeps what it says for its agent: nothing else may stand on standard output, and any other end than 0 may stop a prompt. */
async function hooked(): Promise<void> {
  const { leave } = await import('../src/compose/standard-input.ts')
  const failed = (error: unknown) => {
    const reason = String(error instanceof Error ? error.message : error).replace(/[\s\p{Cc}]+/gu, ' ')
    terminal.err(`foreword: no project context this time: ${reason.slice(0, 600)}\n`)
    leave(0)
  }
  process.on('uncaughtException', failed)
  try {
    const { answerHook } = await import('../src/surfaces/hook/index.ts')
    const warn = ({ detail }: { detail: string }) => terminal.err(`${detail}\n`)
    const app = compose(around, { now: null, cache: !words.includes('--no-cache'), warn })
    await answerHook(app, words.slice(1), terminal)
  } catch (error) {
    failed(error)
  }
  leave(0)
}

if (isHook) hooked()
else
  main(words, packageJson.version, (settings) => compose(around, settings), terminal).then((code) => {
    const lost = (closed.get(1) ?? 'EPIPE') !== 'EPIPE'
    // At once: on its own way out Node would close the database, which moves what was written to its place and takes longer than all the rest.
    process.exit(lost && code === 0 ? 3 : code)
  })
