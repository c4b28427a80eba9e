import type { CommandDescription } from './command.ts'

/**
 * The overview of `foreword --help`: the commands of the first day, then the others by purpose. A name without a command is skipped.
 */
const purposes: Readonly<Record<string, readonly string[]>> = {
  'First day': ['setup', 'explain', 'doctor', 'trust', 'dispatch', 'context', 'why', 'log'],
  'Set up': ['init', 'install', 'uninstall', 'completion'],
  'Send context': ['assemble', 'load', 'read', 'ls', 'refresh', 'hook'],
  'Look back': ['context show', 'sessions', 'show', 'diff', 'replay', 'bisect', 'report', 'verify'],
  Sources: ['check', 'plugins', 'knowledge build', 'scrub'],
  Memory: ['memory add', 'memory search', 'memory list', 'memory prune', 'memory promote'],
  Servers: ['mcp', 'serve'],
  Store: ['store stats', 'store export', 'store import', 'store prune', 'store repair'],
}

export interface CommandPurpose<Known extends CommandDescription = CommandDescription> {
  readonly title: string
  readonly commands: readonly Known[]
}

/** Commands without a purpose come last, under "Other". */
export function groupByPurpose<Known extends CommandDescription>(
  commands: readonly Known[],
): CommandPurpose<Known>[] {
  const grouped = Object.entries(purposes).map(([title, names]) => ({
    title,
    commands: names.flatMap((name) => commands.find((command) => command.name === name) ?? []),
  }))
  const named = Object.values(purposes).flat()
  const others = commands.filter(({ name }) => !named.includes(name))
  return [...grouped, { title: 'Other', commands: others }].filter((group) => group.commands.length > 0)
}
