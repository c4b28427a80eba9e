import { type Answer, silent } from './answer.ts'
import { countOf, type Json, linesIn, objectOf, textOf } from './json.ts'

/** `opencode run --format json`: one event per line. It does not tell the model. */
export function fromOpencode(text: string): Answer | null {
  const { events, others } = linesIn(text)
  const told = events.filter((one) => textOf(one.sessionID) !== null)
  if (told.length === 0) return null
  const parts = (type: string) => told.filter((one) => one.type === type).map((one) => objectOf(one.part))
  const failure = told.findLast((one) => one.type === 'error')
  const steps = parts('step_finish')
  const ended = steps.length > 0 && steps.at(-1)?.reason !== 'tool-calls'
  const texts = parts('text')
  const last = texts.at(-1)?.messageID
  return {
    ...silent,
    verdict: failure === undefined && ended ? 'done' : 'failed',
    message: texts
      .filter((part) => part.messageID === last)
      .map((part) => textOf(part.text) ?? '')
      .join('\n'),
    error: failure === undefined ? (ended ? null : 'It ended in the middle of a step.') : wordsOf(failure),
    session: textOf(told[0]?.sessionID),
    usage: steps.length === 0 ? null : usageOf(steps),
    denied: [
      ...new Set(
        parts('tool_use')
          .filter(isRejected)
          .map((part) => textOf(part.tool) ?? 'a tool'),
      ),
    ],
    notes: others === 0 ? [] : [`${others} lines of its output are no events`],
  }
}

const isRejected = (part: Json): boolean =>
  /rejected permission/.test(textOf(objectOf(part.state).error) ?? '')

function wordsOf(failure: Json): string {
  const error = objectOf(failure.error)
  return textOf(objectOf(error.data).message) ?? textOf(error.name) ?? 'It does not say why.'
}

function usageOf(steps: readonly Json[]): Answer['usage'] {
  const sum = (count: (tokens: Json) => number) =>
    steps.reduce((total, step) => total + count(objectOf(step.tokens)), 0)
  const cached = sum((tokens) => countOf(objectOf(tokens.cache).read))
  const cost = steps.reduce((total, step) => total + countOf(step.cost), 0)
  return {
    input: sum((tokens) => countOf(tokens.input) + countOf(objectOf(tokens.cache).write)) + cached,
    cached,
    output: sum((tokens) => countOf(tokens.output) + countOf(tokens.reasoning)),
    // It says 0 for a model whose price it does not know.
    cost: cost === 0 ? null : cost,
  }
}
