import { type AgentAnswer, emptyAnswer } from './agent-answer.ts'
import { asCount, asObject, asText, type Json, parseJsonLines } from './json.ts'

/** Parses `opencode run --format json`: one event per line. The output does not name the model. */
export function parseOpencodeOutput(text: string): AgentAnswer | null {
  const { events, others } = parseJsonLines(text)
  const sessionEvents = events.filter((event) => asText(event.sessionID) !== null)
  if (sessionEvents.length === 0) return null
  const listParts = (type: string) =>
    sessionEvents.filter((event) => event.type === type).map((event) => asObject(event.part))
  const failure = sessionEvents.findLast((event) => event.type === 'error')
  const steps = listParts('step_finish')
  const ended = steps.length > 0 && steps.at(-1)?.reason !== 'tool-calls'
  const texts = listParts('text')
  const last = texts.at(-1)?.messageID
  return {
    ...emptyAnswer,
    verdict: failure === undefined && ended ? 'done' : 'failed',
    message: texts
      .filter((part) => part.messageID === last)
      .map((part) => asText(part.text) ?? '')
      .join('\n'),
    error:
      failure === undefined
        ? ended
          ? null
          : 'The agent stopped in the middle of a step.'
        : getErrorText(failure),
    session: asText(sessionEvents[0]?.sessionID),
    usage: steps.length === 0 ? null : sumUsage(steps),
    denied: [
      ...new Set(
        listParts('tool_use')
          .filter(isRejected)
          .map((part) => asText(part.tool) ?? 'a tool'),
      ),
    ],
    notes: others === 0 ? [] : [`${others} lines of its output are not events`],
  }
}

const isRejected = (part: Json): boolean =>
  /rejected permission/.test(asText(asObject(part.state).error) ?? '')

function getErrorText(failure: Json): string {
  const error = asObject(failure.error)
  return asText(asObject(error.data).message) ?? asText(error.name) ?? 'The agent gave no reason.'
}

function sumUsage(steps: readonly Json[]): AgentAnswer['usage'] {
  const sum = (count: (tokens: Json) => number) =>
    steps.reduce((total, step) => total + count(asObject(step.tokens)), 0)
  const cached = sum((tokens) => asCount(asObject(tokens.cache).read))
  const cost = steps.reduce((total, step) => total + asCount(step.cost), 0)
  return {
    input: sum((tokens) => asCount(tokens.input) + asCount(asObject(tokens.cache).write)) + cached,
    cached,
    output: sum((tokens) => asCount(tokens.output) + asCount(tokens.reasoning)),
    // opencode prints 0 for a model whose price it does not know.
    cost: cost === 0 ? null : cost,
  }
}
