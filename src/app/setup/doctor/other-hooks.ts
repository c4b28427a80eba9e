// Hooks of others where an agent has them beside its file of hooks: listed, never run.
import type { HookPlace } from '../../../agents/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import type { DoctorFile } from './outputs.ts'

export type OtherHook = DoctorFile['foreign'][number]

/** What a file says; whatever has another form is passed over, as it does not run. */
export function findOtherHooks(holds: HookPlace['holds'], data: unknown): OtherHook[] {
  if (holds === 'toml') return listHookHandlers(getMember(data, 'hooks'))
  return listOtherPlugins(asList(getMember(data, 'plugin')).flatMap(pluginName))
}

export function listOtherPlugins(names: readonly string[]): OtherHook[] {
  return names.map((command) => ({ event: 'plugin', matcher: null, command }))
}

/** By name, or as a list of a name and options. */
function pluginName(value: unknown): string[] {
  const name = Array.isArray(value) ? value[0] : value
  return typeof name === 'string' ? [name] : []
}

/** Beside the lists of groups, tables may stand there that hold no hooks. */
export function listHookHandlers(events: unknown): OtherHook[] {
  return Object.entries(events ?? {}).flatMap(([event, groups]) =>
    asList(groups).flatMap((group) => {
      const matcher = asText(getMember(group, 'matcher'))
      const commands = asList(getMember(group, 'hooks')).map((one) => asText(getMember(one, 'command')))
      return commands.flatMap((command) => (command === null ? [] : [{ event, matcher, command }]))
    }),
  )
}

/** Commands may hold keys. */
export function redactHooks(strangers: readonly OtherHook[]): OtherHook[] {
  const clean = makeTextRedactor()
  return strangers.map((one) => ({ ...one, command: clean(one.command) }))
}

export function getMember(data: unknown, key: string): unknown {
  const isThere = typeof data === 'object' && data !== null && Object.hasOwn(data, key)
  return isThere ? (data as Record<string, unknown>)[key] : undefined
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
