// The first file that is loaded. Agents wait for a hook at the start of every session, so what a hook needs is all in here,
// and everything else comes at its first use.
import { dirname } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { composeHook } from '../src/compose/hook.ts'
import { leave } from '../src/compose/leave.ts'
import { answerHook } from '../src/surfaces/hook/index.ts'
import { hasLost, write } from './streams.ts'

export { setTiers } from '../src/compose/leave.ts'
export { keepCode } from './code.ts'

const words = process.argv.slice(2)
const isHook = words[0] === 'hook' && !words.includes('--help') && !words.includes('-h')

/** A hook may be called where somebody has taken the directory away: its input names another. */
function directory(): string {
  try {
    return process.cwd()
  } catch {
    if (isHook) return '/'
    write(2, 'The directory that foreword was called in is gone.\nChange to one that is there.\n')
    return leave(3)
  }
}

/** The build puts the digest of its own output here. */
const build = '@@BUILD@@'
const around = {
  build,
  version: packageJson.version,
  env: process.env,
  cwd: directory(),
  home: dirname(import.meta.dirname),
}

/** A hook keeps what it says for its agent: nothing else may stand on standard output, and any other end than 0 may stop a prompt. */
async function hooked(): Promise<never> {
  const failed = (error: unknown): never => {
    const reason = String(error instanceof Error ? error.message : error).replace(/[\s\p{Cc}]+/gu, ' ')
    write(2, `foreword: no project context this time: ${reason.slice(0, 600)}\n`)
    leave(0)
  }
  process.on('uncaughtException', failed)
  try {
    const app = composeHook(around, { cache: !words.includes('--no-cache') })
    await answerHook(app, words.slice(1), { out: (text) => write(1, text), err: (text) => write(2, text) })
  } catch (error) {
    failed(error)
  }
  leave(0)
}

async function commanded(): Promise<number> {
  const { runCommand } = await import('./commands.ts')
  return runCommand(around, words)
}

if (isHook) void hooked()
else
  void commanded().then((code) => {
    // At once: on its own way out Node would close the database, which moves what was written to its place and takes longer than all the rest.
    leave(hasLost() && code === 0 ? 3 : code)
  })
