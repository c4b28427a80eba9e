import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelEndpoint } from '../../../ports/index.ts'
import { startFakeModel } from './fake-model.ts'

let endpoint: ModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModel()
})
afterEach(() => endpoint.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(endpoint.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const last = () => endpoint.requests().at(-1)!

/** Returns the data of each event of a stream, in order. */
async function eventsOf(response: Response): Promise<string[]> {
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  return (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
}

const chat = {
  model: 'm',
  messages: [
    { role: 'system', content: 'one' },
    { role: 'system', content: 'two' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'three' },
        { type: 'text', text: 'four' },
      ],
    },
  ],
}
const chatTexts = [
  { role: 'system', text: 'one', message: 0 },
  { role: 'system', text: 'two', message: 1 },
  { role: 'user', text: 'three', message: 2 },
  { role: 'user', text: 'four', message: 2 },
]

describe('the endpoint keeps what a model would see, in its order', () => {
  it('in Anthropic messages: instructions first, blocks one by one, results of tools', async () => {
    await post('/v1/messages?beta=true', {
      model: 'opus',
      system: [{ type: 'text', text: 'be brief' }],
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'system', content: [{ type: 'text', text: 'context' }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'done' }] },
            { type: 'image', source: { type: 'base64', data: 'AAAA' } },
          ],
        },
      ],
    })
    expect(last()).toEqual({
      method: 'POST',
      path: '/v1/messages',
      model: 'opus',
      texts: [
        { role: 'system', text: 'be brief', message: 0 },
        { role: 'user', text: 'hello', message: 1 },
        { role: 'system', text: 'context', message: 2 },
        { role: 'user', text: 'done', message: 3 },
      ],
    })
  })

  it('in OpenAI responses: instructions, developer and user messages, output of tools', async () => {
    await post('/v1/responses', {
      model: 'codex',
      instructions: 'be brief',
      input: [
        { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'context' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
        { type: 'function_call_output', call_id: 'c', output: 'done' },
      ],
    })
    expect(last().texts.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'system: be brief',
      'developer: context',
      'user: hello',
      'tool: done',
    ])
    await post('/v1/responses', { input: 'only words' })
    expect(last()).toMatchObject({ model: null, texts: [{ role: 'user', text: 'only words', message: 0 }] })
  })

  it('in Gemini requests: the model of the path, the instruction, the parts', async () => {
    await post('/v1beta/models/gemini-x:generateContent?key=k', {
      systemInstruction: { role: 'user', parts: [{ text: 'be brief' }] },
      contents: [{ role: 'user', parts: [{ text: 'context' }, { text: 'hello' }] }],
    })
    expect(last()).toEqual({
      method: 'POST',
      path: '/v1beta/models/gemini-x:generateContent',
      model: 'gemini-x',
      texts: [
        { role: 'system', text: 'be brief', message: 0 },
        { role: 'user', text: 'context', message: 1 },
        { role: 'user', text: 'hello', message: 1 },
      ],
    })
  })

  it('in chat completions', async () => {
    await post('/v1/chat/completions', chat)
    expect(last().texts).toEqual(chatTexts)
  })

  it('and never a key', async () => {
    await post('/v1/messages?key=abcdef', chat, { authorization: 'Bearer abcdef', 'x-api-key': 'abcdef' })
    expect(JSON.stringify(endpoint.requests())).not.toContain('abcdef')
  })

  it('for the first 200 requests', async () => {
    for (let n = 0; n < 205; n++)
      await post('/v1/messages', { messages: [{ role: 'user', content: `${n}` }] })
    expect(endpoint.requests()).toHaveLength(200)
    expect(endpoint.requests()[0]!.texts[0]!.text).toBe('0')
  })
})

describe('the endpoint answers', () => {
  it.each([
    ['/v1/messages', { content: [{ text: 'Understood.' }] }],
    ['/v1/responses', { output: [{ content: [{ text: 'Understood.' }] }] }],
    ['/v1/chat/completions', { choices: [{ message: { content: 'Understood.' } }] }],
    ['/v1beta/models/x:generateContent', { candidates: [{ content: { parts: [{ text: 'Understood.' }] } }] }],
  ])('%s with one short text', async (path, answer) => {
    expect(await (await post(path, chat)).json()).toMatchObject(answer)
  })

  it.each([
    ['/v1/messages', 'message_stop'],
    ['/v1/responses', 'response.completed'],
  ])('%s as a stream of named events that ends with %s', async (path, end) => {
    const events = (await eventsOf(await post(path, { ...chat, stream: true }))).map((event) =>
      JSON.parse(event),
    )
    expect(events.at(-1).type).toBe(end)
    expect(JSON.stringify(events)).toContain('Understood.')
  })

  it('chat completions as a stream that ends with its word', async () => {
    const events = await eventsOf(await post('/v1/chat/completions', { ...chat, stream: true }))
    expect(JSON.parse(events[0]!).choices[0].delta.content).toBe('Understood.')
    expect(events.at(-1)).toBe('[DONE]')
  })

  it('Gemini as a stream', async () => {
    const [only] = await eventsOf(
      await post('/v1beta/models/x:streamGenerateContent?alt=sse', { contents: [] }),
    )
    expect(JSON.parse(only!).candidates[0].finishReason).toBe('STOP')
  })

  it('Gemini in JSON where JSON is asked for, after its schema', async () => {
    const schema = {
      type: 'OBJECT',
      properties: {
        why: { type: 'STRING' },
        score: { type: 'INTEGER' },
        sure: { type: 'BOOLEAN' },
        list: { type: 'ARRAY' },
        kind: { type: 'STRING', enum: ['a', 'b'] },
        more: { type: 'object', properties: { x: { type: 'number' } } },
      },
    }
    const generationConfig = { responseMimeType: 'application/json', responseJsonSchema: schema }
    const response = await post('/v1beta/models/x:generateContent', { contents: [], generationConfig })
    const { candidates } = (await response.json()) as {
      candidates: [{ content: { parts: [{ text: string }] } }]
    }
    expect(JSON.parse(candidates[0].content.parts[0].text)).toEqual({
      why: 'Understood.',
      score: 1,
      sure: false,
      list: [],
      kind: 'a',
      more: { x: 1 },
    })
  })

  it('those who count tokens, list models or knock', async () => {
    expect(await (await post('/v1/messages/count_tokens', chat)).json()).toEqual({ input_tokens: 1 })
    expect(await (await post('/v1beta/models/x:countTokens', {})).json()).toEqual({ totalTokens: 1 })
    expect(await (await fetch(`${endpoint.url}/v1/models`)).json()).toMatchObject({ data: [] })
    expect((await fetch(endpoint.url, { method: 'HEAD' })).status).toBe(200)
  })

  it('404 to everything else', async () => {
    const response = await post('/v2/messages', {})
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: { message: 'not found: POST /v2/messages' } })
    expect((await fetch(`${endpoint.url}/v1/messages`)).status).toBe(404)
  })

  it('400 to a body that is not a JSON object, and keeps the request', async () => {
    for (const body of ['{"messages":', '[]', 'null']) {
      expect((await post('/v1/messages', body)).status).toBe(400)
      expect(last()).toMatchObject({ path: '/v1/messages', texts: [] })
    }
  })

  it('413 to more than 16 MB, and goes on', async () => {
    const text = 'x'.repeat(16 * 1024 * 1024)
    expect((await post('/v1/messages', { messages: [{ role: 'user', content: text }] })).status).toBe(413)
    expect(last().texts).toEqual([])
    expect((await post('/v1/messages', chat)).status).toBe(200)
  })

  it('others when one client is gone in the middle of its question', async () => {
    await new Promise<void>((fulfil) => {
      const sent = request(`${endpoint.url}/v1/messages`, { method: 'POST' })
      sent.on('error', () => fulfil())
      sent.write('{"messages"', () => sent.destroy(new Error('gone')))
    })
    expect((await post('/v1/messages', chat)).status).toBe(200)
    expect(endpoint.requests()).toHaveLength(1)
  })
})

it('is reached on this machine only, and no more once it is closed', async () => {
  const other = await startFakeModel()
  expect(new URL(other.url).hostname).toBe('127.0.0.1')
  // An open keep-alive connection must not delay closing the server.
  await fetch(other.url)
  await other.close()
  await expect(fetch(other.url)).rejects.toThrow()
})
