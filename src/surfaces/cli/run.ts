import type { Services } from '../../app/services/index.ts'
import type { Command, Terminal } from './command.ts'
import { timeOf, warn } from './options.ts'
import { parse } from './parse.ts'

/** How a surface is started: settings that change which services there are. */
export interface AppSettings {
  readonly now: Date | null
  readonly cache: boolean
  /** For warnings while the work goes on. */
  warn(trouble: { readonly detail: string }): void
}

export type MakeServices = (settings: AppSettings) => Services

export async function run(
  command: Command,
  argv: readonly string[],
  make: MakeServices,
  terminal: Terminal,
): Promise<number> {
  const parsed = parse(command, argv, takesWord)
  const services = make({
    now: timeOf(command, parsed),
    cache: !parsed.options.has('no-cache'),
    warn: ({ detail }) => warn({ terminal }, [{ severity: 'warning', detail }]),
  })
  return command.execute({ command, parsed, services, terminal })
}

/** `--context full` with a space: only what looks like a level is taken, so that a task is never eaten. */
function takesWord(name: string, next: string): boolean {
  return name === 'context' && /^(\d+|off|[a-z]+)$/.test(next)
}
