import type { CommandDescription, CommandOption } from './command.ts'

/** Options that every command takes. Commands do not list them. */
export const globalOptions: readonly CommandOption[] = [
  { name: 'quiet', about: 'Print nothing but errors on standard error, and ask nothing' },
  { name: 'help', short: 'h', about: 'Show this help' },
]

/** All options of a command, with those that every command takes. */
export function listOptions(command: CommandDescription): readonly CommandOption[] {
  return [...command.options, ...globalOptions]
}
