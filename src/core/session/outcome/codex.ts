import { type AgentAnswer, emptyAnswer, type TokenUsage } from './answer.ts'
import { asCount, asObject, asText, type Json, parseJsonLines, unwrapErrorMessage } from './json.ts'

/** `codex exec --json`: one event per line. It does not tell the model. */
export function parseCodexOutput(text: string): AgentAnswer | null {
  const { events, others } = parseJsonLines(text)
  const items = events.filter((one) => one.type === 'item.completed').map((one) => asObject(one.item))
  const failure = failureOf(events)
  const ended = events.some((one) => one.type === 'turn.completed')
  if (!events.some((one) => one.type === 'thread.started') && failure === null && !ended) return null
  const usage = events.filter((one) => one.type === 'turn.completed').map((one) => asObject(one.usage))
  const message = asText(items.findLast((item) => item.type === 'agent_message')?.text) ?? ''
  const total = usage.length === 0 ? null : usage.map(usageOf).reduce(added)
  // A prompt that a hook has blocked looks like a turn in which nothing was said and nothing was used.
  const blocked = failure === null && ended && items.every(isNotice) && total?.output === 0
  const declined = items.filter((item) => item.status === 'declined')
  return {
    ...emptyAnswer,
    verdict: failure !== null ? 'failed' : blocked ? 'blocked' : ended ? 'done' : 'failed',
    message,
    error:
      failure ??
      (blocked
        ? 'The model was not asked: a hook has blocked the prompt.'
        : ended
          ? null
          : 'It ended in the middle of a turn.'),
    session: asText(events.find((one) => one.type === 'thread.started')?.thread_id),
    usage: total,
    denied: [...new Set(declined.map((item) => asText(item.type) ?? 'a tool'))],
    notes: [
      ...new Set(items.filter(isNotice).map((item) => asText(item.message) ?? 'an error without words')),
      ...(others === 0 ? [] : [`${others} lines of its output are no events`]),
    ],
  }
}

/** It tells warnings as items of this type too. */
const isNotice = (item: Json): boolean => item.type === 'error'

function failureOf(events: readonly Json[]): string | null {
  const failed = events.findLast((one) => one.type === 'turn.failed')
  const since = events.findLastIndex((one) => one.type === 'turn.completed')
  const said = failed === undefined ? events.slice(since + 1).findLast((one) => one.type === 'error') : null
  const words = failed === undefined ? said?.message : asObject(failed.error).message
  return failed === undefined && said === undefined
    ? null
    : unwrapErrorMessage(asText(words) ?? 'It does not say why.')
}

function usageOf(usage: Json): TokenUsage {
  return {
    input: asCount(usage.input_tokens),
    cached: asCount(usage.cached_input_tokens),
    output: asCount(usage.output_tokens),
    cost: null,
  }
}

function added(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    input: one.input + other.input,
    cached: one.cached + other.cached,
    output: one.output + other.output,
    cost: null,
  }
}
