// The command line: parses arguments, calls a use case, prints the result. Decisions that other surfaces share are in app.
import { Refusal, refusalCodes } from '../../core/values/index.ts'
import type { Terminal } from './command.ts'
import { loadCommands } from './commands/index.ts'
import { makeVisible } from './make-visible.ts'
import { type CommandMatch, matchCommandOrRefuse } from './match-command.ts'
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
  try {
    return await answer(argv, { version, make, terminal })
  } catch (error) {
    return printFailure(error, { version, terminal, json: hasSwitch(argv, '--json') })
  }
}

interface Program {
  readonly version: string
  readonly make: MakeServices
  readonly terminal: Terminal
}

async function answer(argv: readonly string[], { version, make, terminal }: Program): Promise<number> {
  const [name = 'help', ...rest] = argv
  const json = hasSwitch(argv, '--json')
  if (['help', '--help', '-h'].includes(name)) {
    const isAbout = rest[0] !== undefined && !rest[0].startsWith('-')
    terminal.out(isAbout ? await makeHelp(await matchCommandOrRefuse(rest)) : await makeOverview(version))
    return argv.length === 0 ? 2 : 0
  }
  if (['--version', '-v', 'version'].includes(name)) {
    terminal.out(`${version}\n`)
    return 0
  }
  const found = await matchCommandOrRefuse(argv)
  const wantsHelp = hasSwitch(found.rest, '--help') || hasSwitch(found.rest, '-h')
  if (found.kind === 'command' && !wantsHelp) return runCommand(found.command, found.rest, make, terminal)
  if (found.kind === 'group' && !wantsHelp && json)
    throw new Refusal('usage', `"foreword ${name}" needs a command.`, `See "foreword ${name} --help".`)
  terminal.out(await makeHelp(found))
  return wantsHelp ? 0 : 2
}

/** Words after `--` belong to another program. */
function hasSwitch(words: readonly string[], name: string): boolean {
  const end = words.indexOf('--')
  return (end === -1 ? words : words.slice(0, end)).includes(name)
}

interface FailureOptions extends Pick<Program, 'version' | 'terminal'> {
  readonly json: boolean
}

/** Returns the exit code. */
async function printFailure(error: unknown, { version, terminal, json }: FailureOptions): Promise<number> {
  const documents = json ? await import('./error-output.ts') : null
  if (error instanceof Refusal) {
    if (documents !== null) terminal.out(documents.formatRefusalDocument(error))
    else terminal.err(`${error.message}\n${error.fix === undefined ? '' : `${error.fix}\n`}`)
    return refusalCodes[error.code].exit
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (documents !== null) terminal.out(documents.formatBugDocument(String(error), bug))
  terminal.err(`foreword ${version} has a bug. Please report it with this text:\n${trace}\n`)
  return bug
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
