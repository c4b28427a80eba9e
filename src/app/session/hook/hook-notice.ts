import type { Agent, EventRule, HookEvent } from '../../../agents/index.ts'
import { neutraliseExpansions } from '../../../core/packet/index.ts'
import type { Refusal } from '../../../core/values/index.ts'
import { wrapInEnvelope } from './envelope.ts'

const maxLength = 600

/** Removes line ends and escape sequences, because the text may quote foreign content and goes to a terminal or a model. */
export function toOneLine(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '?')
    .trim()
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`
}

/** Says in one line what is missing, why, and what to do. */
export function formatHookNotice(
  { message, fix }: Pick<Refusal, 'message' | 'fix'>,
  event: HookEvent,
): string {
  const why = message.replace(/[.:\s]+$/, '')
  return toOneLine(`foreword: ${missing[event]}: ${why}.${fix === undefined ? '' : ` ${fix}`}`)
}

const missing: Readonly<Record<HookEvent, string>> = {
  'session-start': 'no project context this time',
  'subagent-start': 'no project context for this subagent',
  prompt: 'no updates for this prompt',
  'before-compaction': 'no note for this compaction',
  'session-end': 'the end of this session was not recorded',
}

/** An error text is not context, so the model gets one short line of it. */
const maxModelLength = 200
const rest = '… (the user was told the rest)'

function shortenForModel(notice: string): string {
  if (notice.length <= maxModelLength) return notice
  const cut = notice.slice(0, maxModelLength - rest.length)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 0) || cut.length)}${rest}`
}

interface FailedHook {
  readonly agent: Agent
  readonly rule: EventRule
  readonly event: HookEvent
  readonly name: string | null
}

/** At the start, the model learns in one short line that it has no context, and the user the rest. Later, only the user does. */
export function formatHookFailure({ agent, rule, event, name }: FailedHook, notice: string): string {
  if (event === 'session-start' || event === 'subagent-start') {
    const line = shortenForModel(notice)
    // The line may quote any text.
    const { text } = neutraliseExpansions(line, agent.hooks?.expansions ?? [])
    return wrapInEnvelope(rule, name, text, line === notice ? null : notice)
  }
  return rule.takes === 'plain' ? '' : wrapInEnvelope(rule, name, '', notice)
}
