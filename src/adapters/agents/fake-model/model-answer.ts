import { fixedAnswer, makeAnswerText } from './fixed-answer.ts'

/** One JSON object, or a stream of events. */
export type ModelAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'events'; readonly events: readonly Event[] }

interface Event {
  /** Null if the protocol does not name its events. */
  readonly name: string | null
  readonly data: unknown
}

export const makeJsonAnswer = (body: unknown, status = 200): ModelAnswer => ({ kind: 'json', status, body })

export function makeAnthropicAnswer(model: string | null, streamed: boolean): ModelAnswer {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_sequence: null }
  if (!streamed) {
    const content = [{ type: 'text', text: fixedAnswer }]
    return makeJsonAnswer({ ...message, content, stop_reason: 'end_turn', usage })
  }
  return makeNamedEvents([
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: fixedAnswer } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ])
}

export function makeOpenaiAnswer(model: string | null, streamed: boolean): ModelAnswer {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
  const response = { id: 'resp_1', object: 'response', created_at: 0, model, status: 'completed', usage }
  const part = { type: 'output_text', text: fixedAnswer, annotations: [] }
  const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [part] }
  const completeResponse = { ...response, output: [item] }
  if (!streamed) return makeJsonAnswer(completeResponse)
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  return makeNamedEvents([
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', ...place, delta: fixedAnswer },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: completeResponse },
  ])
}

export function makeChatAnswer(model: string | null, streamed: boolean): ModelAnswer {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const base = { id: 'chatcmpl-1', created: 0, model }
  if (!streamed) {
    const message = { role: 'assistant', content: fixedAnswer }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    return makeJsonAnswer({ ...base, object: 'chat.completion', choices, usage })
  }
  const chunk = { ...base, object: 'chat.completion.chunk' }
  const delta = { role: 'assistant', content: fixedAnswer }
  return makeUnnamedEvents([
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage },
    '[DONE]',
  ])
}

/** Gemini CLI asks a small model first and requests JSON from it. It retries an answer that is not JSON for 90 seconds. */
export function makeGeminiAnswer(body: unknown, streamed: boolean): ModelAnswer {
  const content = { role: 'model', parts: [{ text: makeAnswerText(body) }] }
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
  const response = { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata }
  return streamed ? makeUnnamedEvents([response]) : makeJsonAnswer(response)
}

/** Formats a stream of events. Strings are sent as they are, because the chat protocol ends with `[DONE]`, which is not JSON. */
export function formatEventStream(events: readonly Event[]): string {
  return events
    .map(({ name, data }) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      return `${name === null ? '' : `event: ${name}\n`}data: ${text}\n\n`
    })
    .join('')
}

function makeNamedEvents(
  events: readonly ({ readonly type: string } & Record<string, unknown>)[],
): ModelAnswer {
  return { kind: 'events', events: events.map((data) => ({ name: data.type, data })) }
}

function makeUnnamedEvents(events: readonly unknown[]): ModelAnswer {
  return { kind: 'events', events: events.map((data) => ({ name: null, data })) }
}
