import type { Command } from '../../app/index.ts'
import type { App, AppSettings, Terminal } from './app.ts'
import { type Handler, timeOf, warn } from './options.ts'
import { parse } from './parse.ts'

export type MakeApp = (settings: AppSettings) => App

const makesPacket: ReadonlySet<string> = new Set(['assemble', 'dispatch', 'explain'])

/** Who must be quick loads nothing of the others. */
async function handlerOf(name: string): Promise<Handler> {
  if (name === 'load') return (await import('./load.ts')).load
  if (makesPacket.has(name)) return (await import('./packets.ts')).packets[name]!
  return (await import('./later.ts')).later[name]!
}

export async function run(
  command: Command,
  argv: readonly string[],
  make: MakeApp,
  terminal: Terminal,
): Promise<number> {
  const parsed = parse(command, argv, takesWord)
  const app = make({
    now: timeOf(command, parsed),
    cache: !parsed.options.has('no-cache'),
    warn: ({ detail }) => warn({ terminal }, [{ severity: 'warning', detail }]),
  })
  const handle = await handlerOf(command.name)
  return handle({ command, parsed, app, terminal })
}

/** `--context full` with a space: only what looks like a level is taken, so that a task is never eaten. */
function takesWord(name: string, next: string): boolean {
  return name === 'context' && /^(\d+|off|[a-z]+)$/.test(next)
}
