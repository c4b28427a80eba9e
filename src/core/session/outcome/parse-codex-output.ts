import { type AgentAnswer, emptyAnswer, type TokenUsage } from './agent-answer.ts'
import { asCount, asObject, asText, type Json, parseJsonLines, unwrapErrorMessage } from './json.ts'

/** Parses `codex exec --json`: one event per line. The output does not name the model. */
export function parseCodexOutput(text: string): AgentAnswer | null {
  const { events, others } = parseJsonLines(text)
  const items = events.filter((event) => event.type === 'item.completed').map((event) => asObject(event.item))
  const failure = findFailure(events)
  const ended = events.some((event) => event.type === 'turn.completed')
  if (!events.some((event) => event.type === 'thread.started') && failure === null && !ended) return null
  const usage = events
    .filter((event) => event.type === 'turn.completed')
    .map((event) => asObject(event.usage))
  const message = asText(items.findLast((item) => item.type === 'agent_message')?.text) ?? ''
  const total = usage.length === 0 ? null : usage.map(parseUsage).reduce(addUsage)
  // If a hook blocks the prompt, the turn completes without a message and without tokens.
  const blocked = failure === null && ended && items.every(isNotice) && total?.output === 0
  const declined = items.filter((item) => item.status === 'declined')
  return {
    ...emptyAnswer,
    verdict: failure !== null ? 'failed' : blocked ? 'blocked' : ended ? 'done' : 'failed',
    message,
    error:
      failure ??
      (blocked
        ? 'The model was not asked: a hook blocked the prompt.'
        : ended
          ? null
          : 'The agent stopped in the middle of a turn.'),
    session: asText(events.find((event) => event.type === 'thread.started')?.thread_id),
    usage: total,
    denied: [...new Set(declined.map((item) => asText(item.type) ?? 'a tool'))],
    notes: [
      ...new Set(items.filter(isNotice).map((item) => asText(item.message) ?? 'an error without a message')),
      ...(others === 0 ? [] : [`${others} lines of its output are not events`]),
    ],
  }
}

/** Codex also reports warnings as items of this type. */
const isNotice = (item: Json): boolean => item.type === 'error'

function findFailure(events: readonly Json[]): string | null {
  const failed = events.findLast((event) => event.type === 'turn.failed')
  const since = events.findLastIndex((event) => event.type === 'turn.completed')
  const errorEvent =
    failed === undefined ? events.slice(since + 1).findLast((event) => event.type === 'error') : null
  const message = failed === undefined ? errorEvent?.message : asObject(failed.error).message
  return failed === undefined && errorEvent === undefined
    ? null
    : unwrapErrorMessage(asText(message) ?? 'The agent gave no reason.')
}

function parseUsage(usage: Json): TokenUsage {
  return {
    input: asCount(usage.input_tokens),
    cached: asCount(usage.cached_input_tokens),
    output: asCount(usage.output_tokens),
    cost: null,
  }
}

function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    cached: a.cached + b.cached,
    output: a.output + b.output,
    cost: null,
  }
}
