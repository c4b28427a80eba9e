// The entry of `foreword hook`. Agents wait for it at the start of every session, so it imports only what every hook needs; everything else
// is imported at its first use.
import { composeHook } from '../src/compose/hook.ts'
import { answerHook } from '../src/surfaces/hook/index.ts'
import { exitProcess } from './exit-process.ts'
import { currentDirectory, readProcessInfo } from './process-info.ts'
import { write } from './streams.ts'

const words = process.argv.slice(2)

/** Standard output belongs to the agent, and any exit code but 0 may block a prompt: so the reason goes to standard error. */
function fail(error: unknown): never {
  const reason = String(error instanceof Error ? error.message : error).replace(/[\s\p{Cc}]+/gu, ' ')
  write(2, `foreword: no project context this time: ${reason.slice(0, 600)}\n`)
  exitProcess(0)
}

export async function runHook(home: string): Promise<never> {
  process.on('uncaughtException', fail)
  try {
    // The input names the directory of the session, so a hook works even if its own directory was deleted.
    const processInfo = readProcessInfo(home, currentDirectory() ?? '/')
    const app = composeHook(processInfo, { cache: !words.includes('--no-cache') })
    await answerHook(app, words.slice(1), { out: (text) => write(1, text), err: (text) => write(2, text) })
  } catch (error) {
    fail(error)
  }
  exitProcess(0)
}
