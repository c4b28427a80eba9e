// The command line: reads words, calls a use case, prints. It decides nothing that another surface would have to decide again.
import { Refusal, refusalCodes } from '../../core/values/index.ts'
import type { Terminal } from './command.ts'
import { loadCommands } from './commands/index.ts'
import { type Match, match, matchOrRefuse } from './match.ts'
import { type MakeServices, run } from './run.ts'
import { visible } from './visible.ts'

export type { Terminal } from './command.ts'
export type { AppSettings } from './run.ts'

const bug = 70

export async function main(
  argv: readonly string[],
  version: string,
  make: MakeServices,
  raw: Terminal,
): Promise<number> {
  const terminal = guarded(raw)
  const [name, ...rest] = argv
  try {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      const wanted = await match(rest)
      terminal.out(wanted === null ? await overviewOf(version) : await helpOf(wanted))
      return name === undefined ? 2 : 0
    }
    if (name === '--version' || name === '-v' || name === 'version') {
      terminal.out(`${version}\n`)
      return 0
    }
    const found = await matchOrRefuse(argv)
    const end = found.rest.indexOf('--')
    const words = end === -1 ? found.rest : found.rest.slice(0, end)
    const asked = words.includes('--help') || words.includes('-h')
    if (found.kind === 'command' && !asked) return await run(found.command, found.rest, make, terminal)
    terminal.out(await helpOf(found))
    return asked ? 0 : 2
  } catch (error) {
    if (error instanceof Refusal) {
      terminal.err(`${error.message}\n${error.fix === undefined ? '' : `${error.fix}\n`}`)
      return refusalCodes[error.code].exit
    }
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
    terminal.err(`foreword ${version} has a bug. Please report this, it is all that is needed:\n${trace}\n`)
    return bug
  }
}

async function overviewOf(version: string): Promise<string> {
  return (await import('./help.ts')).overview(version, await loadCommands())
}

async function helpOf(found: Match): Promise<string> {
  const { commandHelp, groupHelp } = await import('./help.ts')
  return found.kind === 'command' ? commandHelp(found.command) : groupHelp(found.name, found.members)
}

/** No escape sequence gets through messages. What a terminal can do is asked only when it matters. */
function guarded(raw: Terminal): Terminal {
  return {
    out: raw.out,
    err: (text) => raw.err(visible(text)),
    draw: raw.draw,
    ask: (question) => raw.ask(visible(question)),
    get style() {
      return raw.style
    },
    get progress() {
      return raw.progress
    },
  }
}
