import type { Agent, EventRule, HookEvent, SettingsRule } from '../../../agents/index.ts'
import {
  formatCommand,
  formatGuardedCommand,
  type Handler,
  parseOwnCommand,
  type WantedEntry,
} from '../../../core/settings/index.ts'

/** Over so many values a packet may be spread where each has a cap that cannot be raised. */
const values = 3

/** One entry per event that reaches the model, and one for the end of a session. */
export function buildHookEntries({ id, hooks }: Agent, program: readonly string[]): WantedEntry[] {
  const events = Object.entries(hooks?.events ?? {}) as [HookEvent, EventRule][]
  return events
    .filter(([event, rule]) => rule.takes !== 'nothing' || event === 'session-end')
    .map(([event, rule]) => {
      const settings = hooks!.settings
      const spread = event === 'session-start' && hooks!.outputLimit !== null && settings.limitKey === null
      const { limitKey } = settings
      // The hook cannot look into the settings in time: what stands beside the command is said in it.
      const limit = limitKey === null || rule.takes === 'nothing' ? [] : ['--limit', String(limitKey.tokens)]
      const words = [...program, 'hook', event, '--agent', id, ...limit]
      const written = settings.blocks ? formatGuardedCommand : formatCommand
      const commands = spread
        ? Array.from({ length: values }, (_, i) => written([...words, '--part', `${i + 1}/${values}`]))
        : [written(words)]
      const handlers = commands.map((command) => handler(command, rule, settings))
      return { event: rule.name, handlers, plain: (one) => plainHandler(one, rule, settings) }
    })
}

/** Numbers that a person may set in an entry: beside the command and, for the hook to know, in it. */
export interface EntryOverrides {
  readonly seconds: number | null
  readonly tokens: number | null
}

export function parseEntryOverrides(command: string): EntryOverrides {
  const { rest = [] } = parseOwnCommand(command) ?? {}
  const number = (name: string) => {
    const text = rest[rest.indexOf(name) + 1] ?? ''
    return rest.includes(name) && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null
  }
  return { seconds: number('--timeout'), tokens: number('--limit') }
}

/** With our own numbers in place of those; as it is where what stands beside the command and in it is not the same. */
function plainHandler(standing: unknown, rule: EventRule, settings: SettingsRule): unknown {
  const { command, timeout, ...more } = (standing ?? {}) as Record<string, unknown>
  if (typeof command !== 'string') return standing
  const { limitKey, timeoutUnit } = settings
  const { seconds, tokens } = parseEntryOverrides(command)
  const isTimed = seconds !== null && timeout === inUnit(seconds, timeoutUnit)
  const isLimited = tokens !== null && limitKey !== null && more[limitKey.key] === tokens
  const untimed = isTimed ? command.replace(` --timeout ${seconds}`, '') : command
  return {
    ...more,
    command: isLimited ? untimed.replace(` --limit ${tokens}`, ` --limit ${limitKey.tokens}`) : untimed,
    timeout: isTimed ? inUnit(rule.timeoutSeconds, timeoutUnit) : timeout,
    ...(isLimited && { [limitKey.key]: limitKey.tokens }),
  }
}

function inUnit(seconds: number, unit: SettingsRule['timeoutUnit']): number {
  return seconds * (unit === 'seconds' ? 1 : 1000)
}

function handler(command: string, rule: EventRule, { timeoutUnit, limitKey }: SettingsRule): Handler {
  const timeout = inUnit(rule.timeoutSeconds, timeoutUnit)
  const limit = limitKey === null || rule.takes === 'nothing' ? {} : { [limitKey.key]: limitKey.tokens }
  return { type: 'command', command, timeout, ...limit }
}
