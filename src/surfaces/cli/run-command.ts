import type { Services } from '../../app/services/index.ts'
import type { Command, Terminal } from './command.ts'
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
  const services = make({
    now: readNowOption(command, parsed),
    cache: !parsed.options.has('no-cache'),
    warn: ({ detail }) => printWarnings({ terminal }, [{ severity: 'warning', detail }]),
  })
  return command.execute({ command, parsed, services, terminal })
}

/** Accepts `--context full` with a space. Takes only a word that looks like a level, so that a task is never taken. */
function takesWord(name: string, next: string): boolean {
  return name === 'context' && /^(\d+|off|[a-z]+)$/.test(next)
}
