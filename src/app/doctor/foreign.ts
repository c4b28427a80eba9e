// Hooks of others where an agent has them beside its file of hooks: listed, never run.
import type { HookPlace } from '../../agents/index.ts'
import { cleaner } from '../clean.ts'
import type { DoctorFile } from './outputs.ts'

export type Stranger = DoctorFile['foreign'][number]

/** What a file says; whatever has another form is passed over, as it does not run. */
export function foreignIn(holds: HookPlace['holds'], data: unknown): Stranger[] {
  if (holds === 'toml') return handlersIn(member(data, 'hooks'))
  return foreignPlugins(listOf(member(data, 'plugin')).flatMap(pluginName))
}

export function foreignPlugins(names: readonly string[]): Stranger[] {
  return names.map((command) => ({ event: 'plugin', matcher: null, command }))
}

/** By name, or as a list of a name and options. */
function pluginName(value: unknown): string[] {
  const name = Array.isArray(value) ? value[0] : value
  return typeof name === 'string' ? [name] : []
}

/** Beside the lists of groups, tables may stand there that hold no hooks. */
export function handlersIn(events: unknown): Stranger[] {
  return Object.entries(events ?? {}).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) => {
      const matcher = textOf(member(group, 'matcher'))
      const commands = listOf(member(group, 'hooks')).map((one) => textOf(member(one, 'command')))
      return commands.flatMap((command) => (command === null ? [] : [{ event, matcher, command }]))
    }),
  )
}

/** Commands may hold keys. */
export function cleaned(strangers: readonly Stranger[]): Stranger[] {
  const clean = cleaner()
  return strangers.map((one) => ({ ...one, command: clean(one.command) }))
}

export function member(data: unknown, key: string): unknown {
  const isThere = typeof data === 'object' && data !== null && Object.hasOwn(data, key)
  return isThere ? (data as Record<string, unknown>)[key] : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
