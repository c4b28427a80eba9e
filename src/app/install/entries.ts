import type { Agent, EventRule, HookEvent, SettingsRule } from '../../agents/index.ts'
import { commandOf, guardedCommandOf, type Handler, type WantedEntry } from '../../core/settings/index.ts'

/** Over so many values a packet may be spread where each has a cap that cannot be raised. */
const values = 3

/** One entry per event that reaches the model, and one for the end of a session. */
export function entriesFor({ id, hooks }: Agent, program: readonly string[]): WantedEntry[] {
  const events = Object.entries(hooks?.events ?? {}) as [HookEvent, EventRule][]
  return events
    .filter(([event, rule]) => rule.takes !== 'nothing' || event === 'session-end')
    .map(([event, rule]) => {
      const settings = hooks!.settings
      const spread = event === 'session-start' && hooks!.cap !== null && settings.limitKey === null
      const { limitKey } = settings
      // The hook cannot look into the settings in time: what stands beside the command is said in it.
      const limit = limitKey === null || rule.takes === 'nothing' ? [] : ['--limit', String(limitKey.tokens)]
      const words = [...program, 'hook', event, '--agent', id, ...limit]
      const written = settings.blocks ? guardedCommandOf : commandOf
      const commands = spread
        ? Array.from({ length: values }, (_, i) => written([...words, '--part', `${i + 1}/${values}`]))
        : [written(words)]
      return { event: rule.name, handlers: commands.map((command) => handler(command, rule, settings)) }
    })
}

function handler(command: string, rule: EventRule, { timeoutUnit, limitKey }: SettingsRule): Handler {
  const timeout = rule.timeoutSeconds * (timeoutUnit === 'seconds' ? 1 : 1000)
  const limit = limitKey === null || rule.takes === 'nothing' ? {} : { [limitKey.key]: limitKey.tokens }
  return { type: 'command', command, timeout, ...limit }
}
