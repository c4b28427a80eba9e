// Lists hooks that foreword did not write. Never runs them.
import type { HookPlace } from '../../../agents/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import type { DoctorFile } from './doctor-output.ts'

export type OtherHook = DoctorFile['foreign'][number]

/** Finds hooks in a file. Ignores entries of another form, because the agent does not run them. */
export function findOtherHooks(holds: HookPlace['holds'], data: unknown): OtherHook[] {
  if (holds === 'toml') return listHookHandlers(getMember(data, 'hooks'))
  return listOtherPlugins(asList(getMember(data, 'plugin')).flatMap(readPluginName))
}

export function listOtherPlugins(names: readonly string[]): OtherHook[] {
  return names.map((command) => ({ event: 'plugin', matcher: null, command }))
}

/** A plugin is a name, or a list of a name and options. */
function readPluginName(value: unknown): string[] {
  const name = Array.isArray(value) ? value[0] : value
  return typeof name === 'string' ? [name] : []
}

/** Lists the commands of all events. Ignores tables beside the events, because they hold no hooks. */
export function listHookHandlers(events: unknown): OtherHook[] {
  return Object.entries(events ?? {}).flatMap(([event, groups]) =>
    asList(groups).flatMap((group) => {
      const matcher = asText(getMember(group, 'matcher'))
      const commands = asList(getMember(group, 'hooks')).map((hook) => asText(getMember(hook, 'command')))
      return commands.flatMap((command) => (command === null ? [] : [{ event, matcher, command }]))
    }),
  )
}

/** Redacts commands, because they may hold keys. */
export function redactHooks(hooks: readonly OtherHook[]): OtherHook[] {
  const clean = makeTextRedactor()
  return hooks.map((hook) => ({ ...hook, command: clean(hook.command) }))
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
