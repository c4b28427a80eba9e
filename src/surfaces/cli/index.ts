// The command line: parses arguments, calls a use case, prints the result. Decisions that other surfaces share are in app.
import { Refusal, refusalCodes } from '../../core/values/index.ts'
import type { Terminal } from './command.ts'
import { loadCommands } from './commands/index.ts'
import { makeVisible } from './make-visible.ts'
import { type CommandMatch, matchCommand, matchCommandOrRefuse } from './match-command.ts'
import { type MakeServices, runCommand } from './run-command.ts'

export type { Terminal } from './command.ts'
export type { AppSettings } from './run-command.ts'

const bug = 70

export async function main(
  argv: readonly string[],
  version: string,
  make: MakeServices,
  raw: Terminal,
): Promise<number> {
  const terminal = guardTerminal(raw)
  const [name, ...rest] = argv
  try {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      const found = await matchCommand(rest)
      terminal.out(found === null ? await makeOverview(version) : await makeHelp(found))
      return name === undefined ? 2 : 0
    }
    if (name === '--version' || name === '-v' || name === 'version') {
      terminal.out(`${version}\n`)
      return 0
    }
    const found = await matchCommandOrRefuse(argv)
    const end = found.rest.indexOf('--')
    const words = end === -1 ? found.rest : found.rest.slice(0, end)
    const wantsHelp = words.includes('--help') || words.includes('-h')
    if (found.kind === 'command' && !wantsHelp)
      return await runCommand(found.command, found.rest, make, terminal)
    terminal.out(await makeHelp(found))
    return wantsHelp ? 0 : 2
  } catch (error) {
    if (error instanceof Refusal) {
      terminal.err(`${error.message}\n${error.fix === undefined ? '' : `${error.fix}\n`}`)
      return refusalCodes[error.code].exit
    }
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
    terminal.err(`foreword ${version} has a bug. Please report it with this text:\n${trace}\n`)
    return bug
  }
}

async function makeOverview(version: string): Promise<string> {
  return (await import('./help.ts')).formatOverviewHelp(version, await loadCommands())
}

async function makeHelp(found: CommandMatch): Promise<string> {
  const { formatCommandHelp, formatGroupHelp } = await import('./help.ts')
  return found.kind === 'command'
    ? formatCommandHelp(found.command)
    : formatGroupHelp(found.name, found.members)
}

/** Removes escape sequences from messages. Reads the terminal's properties only when a command needs them. */
function guardTerminal(raw: Terminal): Terminal {
  return {
    out: raw.out,
    err: (text) => raw.err(makeVisible(text)),
    draw: raw.draw,
    ask: (question) => raw.ask(makeVisible(question)),
    get style() {
      return raw.style
    },
    get progress() {
      return raw.progress
    },
  }
}
