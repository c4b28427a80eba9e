import type { Agent, EventRule, HookEvent, SettingsRule } from '../../../agents/index.ts'
import {
  formatCommand,
  formatGuardedCommand,
  type HookEntry,
  type HookHandler,
  parseOwnCommand,
} from '../../../core/settings/index.ts'

/** Number of output parts for a packet, if the agent's output limit cannot be raised. */
const partCount = 3

/** Builds one entry per event whose output reaches the model, and one for the end of a session. */
export function buildHookEntries({ id, hooks }: Agent, program: readonly string[]): HookEntry[] {
  const events = Object.entries(hooks?.events ?? {}) as [HookEvent, EventRule][]
  return events
    .filter(([event, rule]) => rule.takes !== 'nothing' || event === 'session-end')
    .map(([event, rule]) => {
      const settings = hooks!.settings
      const spread = event === 'session-start' && hooks!.outputLimit !== null && settings.limitKey === null
      const { limitKey } = settings
      // The hook has no time to read the settings, so its command repeats the limit.
      const limit = limitKey === null || rule.takes === 'nothing' ? [] : ['--limit', String(limitKey.tokens)]
      const words = [...program, 'hook', event, '--agent', id, ...limit]
      const format = settings.blocks ? formatGuardedCommand : formatCommand
      const commands = spread
        ? Array.from({ length: partCount }, (_, i) => format([...words, '--part', `${i + 1}/${partCount}`]))
        : [format(words)]
      const handlers = commands.map((command) => makeHandler(command, rule, settings))
      return { event: rule.name, handlers, plain: (handler) => removeOverrides(handler, rule, settings) }
    })
}

/** Numbers that the user may set in an entry: beside the command and, for the hook, in the command. */
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

/** Replaces the user's numbers by ours, unless the number beside the command differs from the number in it. */
function removeOverrides(handler: unknown, rule: EventRule, settings: SettingsRule): unknown {
  const { command, timeout, ...more } = (handler ?? {}) as Record<string, unknown>
  if (typeof command !== 'string') return handler
  const { limitKey, timeoutUnit } = settings
  const { seconds, tokens } = parseEntryOverrides(command)
  const isTimed = seconds !== null && timeout === toUnit(seconds, timeoutUnit)
  const isLimited = tokens !== null && limitKey !== null && more[limitKey.key] === tokens
  const untimed = isTimed ? command.replace(` --timeout ${seconds}`, '') : command
  return {
    ...more,
    command: isLimited ? untimed.replace(` --limit ${tokens}`, ` --limit ${limitKey.tokens}`) : untimed,
    timeout: isTimed ? toUnit(rule.timeoutSeconds, timeoutUnit) : timeout,
    ...(isLimited && { [limitKey.key]: limitKey.tokens }),
  }
}

function toUnit(seconds: number, unit: SettingsRule['timeoutUnit']): number {
  return seconds * (unit === 'seconds' ? 1 : 1000)
}

function makeHandler(command: string, rule: EventRule, { timeoutUnit, limitKey }: SettingsRule): HookHandler {
  const timeout = toUnit(rule.timeoutSeconds, timeoutUnit)
  const limit = limitKey === null || rule.takes === 'nothing' ? {} : { [limitKey.key]: limitKey.tokens }
  return { type: 'command', command, timeout, ...limit }
}
