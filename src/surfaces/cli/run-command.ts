import type { Services } from '../../app/services/index.ts'
import type { Command, CommandTerminal, Terminal } from './command.ts'
import { loadCommands } from './commands/index.ts'
import { parseArguments } from './parse-arguments.ts'
import { printWarnings, readNowOption } from './read-options.ts'

/** Settings that change which services are made. */
export interface AppSettings {
  readonly now: Date | null
  readonly cache: boolean
  /** Prints a warning while the command runs. */
  warn(trouble: { readonly detail: string }): void
}

export type MakeServices = (settings: AppSettings) => Services

export async function runCommand(
  command: Command,
  argv: readonly string[],
  make: MakeServices,
  terminal: Terminal,
): Promise<number> {
  const parsed = parseArguments(command, argv, takesWord)
  const own = makeCommandTerminal(terminal, parsed.options.has('quiet'))
  const services = make({
    now: readNowOption(command, parsed),
    cache: !parsed.options.has('no-cache'),
    warn: ({ detail }) => printWarnings({ terminal: own }, [{ severity: 'warning', detail }]),
  })
  return command.execute({ command, parsed, services, terminal: own, loadCommands })
}

/** A quiet command asks nothing, because the user would not see what the question is about. */
function makeCommandTerminal(terminal: Terminal, isQuiet: boolean): CommandTerminal {
  const { out, err: fail } = terminal
  const nothing = () => undefined
  return {
    out,
    fail,
    isQuiet,
    err: isQuiet ? nothing : fail,
    draw: isQuiet ? nothing : terminal.draw,
    ask: isQuiet ? () => null : terminal.ask,
    get style() {
      return terminal.style
    },
    get progress() {
      return !isQuiet && terminal.progress
    },
  }
}

/** Accepts `--context full` with a space. Takes only a word that looks like a level, so that a task is never taken. */
function takesWord(name: string, next: string): boolean {
  return name === 'context' && /^(\d+|off|[a-z]+)$/.test(next)
}
