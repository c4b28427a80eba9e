import { fixedAnswer, makeAnswerText } from './answer.ts'

/** An answer: one JSON object, or a stream of events. */
export type ModelAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'events'; readonly events: readonly Event[] }

interface Event {
  /** Null where the protocol has no names for them. */
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
  return named([
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
  const whole = { ...response, output: [item] }
  if (!streamed) return makeJsonAnswer(whole)
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  return named([
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', ...place, delta: fixedAnswer },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
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
  return unnamed([
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage },
    '[DONE]',
  ])
}

/** Asked for JSON, it must be JSON: Gemini CLI asks a small model first, and tries again for a minute and a half. */
export function makeGeminiAnswer(body: unknown, streamed: boolean): ModelAnswer {
  const content = { role: 'model', parts: [{ text: makeAnswerText(body) }] }
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
  const whole = { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata }
  return streamed ? unnamed([whole]) : makeJsonAnswer(whole)
}

/** The text of a stream of events. A string is sent as it is: one protocol ends with a word that is no JSON. */
export function formatEventStream(events: readonly Event[]): string {
  return events
    .map(({ name, data }) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      return `${name === null ? '' : `event: ${name}\n`}data: ${text}\n\n`
    })
    .join('')
}

function named(events: readonly ({ readonly type: string } & Record<string, unknown>)[]): ModelAnswer {
  return { kind: 'events', events: events.map((data) => ({ name: data.type, data })) }
}

function unnamed(events: readonly unknown[]): ModelAnswer {
  return { kind: 'events', events: events.map((data) => ({ name: null, data })) }
}
