// A proxy in front of the fake model that calls a tool as soon as the agent offers it. The fake model answers
// everything else.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Wanted {
  /** End of the tool's name. */
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface WantingModel {
  readonly url: string
  /** The requests with the offered tools. */
  bodies(): readonly string[]
  close(): Promise<void>
}

/** A tool as the agent names it. Some agents keep the server's name separate. */
interface Found {
  readonly name: string
  readonly namespace: string | null
}

export async function wantingModel(endpoint: string, wanted: Wanted): Promise<WantingModel> {
  const bodies: string[] = []
  let called = false
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const body = Buffer.concat(parts)
    if (request.method === 'POST') bodies.push(body.toString())
    const path = request.url ?? '/'
    const found = called ? null : offered(body.toString(), wanted.tool)
    const call = found === null ? null : callIn(path, found, wanted.args)
    if (call !== null) {
      called = true
      return stream(response, call)
    }
    const { method = 'GET', headers } = request
    const type = headers['content-type'] ?? 'application/json'
    const sent = method === 'POST' ? { body, headers: { 'content-type': type } } : {}
    const answer = await fetch(`${endpoint}${path}`, { method, ...sent })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies: () => bodies,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function offered(body: string, tool: string): Found | null {
  try {
    return lookIn((JSON.parse(body) as { tools?: unknown }).tools, tool, null)
  } catch {
    return null
  }
}

function lookIn(value: unknown, tool: string, around: string | null): Found | null {
  if (typeof value !== 'object' || value === null) return null
  const { name } = value as { name?: unknown }
  if (typeof name === 'string' && name.endsWith(tool)) return { name, namespace: around }
  for (const inner of Object.values(value)) {
    const found = lookIn(inner, tool, typeof name === 'string' ? name : around)
    if (found !== null) return found
  }
  return null
}

type Events = readonly (readonly [string | null, unknown])[]

/** The events of a call in the protocol of this path. */
function callIn(path: string, { name, namespace }: Found, args: object): Events | null {
  const text = JSON.stringify(args)
  if (path.startsWith('/v1/messages')) return anthropicCall(name, text)
  if (path.startsWith('/v1/responses'))
    return responsesCall({ name, ...(namespace !== null && { namespace }) }, text)
  if (path.startsWith('/v1/chat/completions')) return chatCall(name, text)
  if (path.includes(':streamGenerateContent')) {
    const content = { role: 'model', parts: [{ functionCall: { name, args } }] }
    return [[null, { candidates: [{ content, finishReason: 'STOP', index: 0 }] }]]
  }
  return null
}

function anthropicCall(name: string, text: string): Events {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: 'msg_0', type: 'message', role: 'assistant', model: 'fake', content: [], usage }
  const block = { type: 'tool_use', id: 'toolu_1', name, input: {} }
  const events = [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  return events.map((event) => [event.type, event])
}

function responsesCall(tool: object, text: string): Events {
  const item = {
    id: 'fc_1',
    type: 'function_call',
    call_id: 'call_1',
    status: 'completed',
    ...tool,
    arguments: text,
  }
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
  const response = { id: 'resp_0', object: 'response', created_at: 0, model: 'fake', usage }
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, status: 'completed', output: [item] } },
  ]
  return events.map((event) => [event.type, event])
}

function chatCall(name: string, text: string): Events {
  const chunk = { id: 'chatcmpl-0', object: 'chat.completion.chunk', created: 0, model: 'fake' }
  const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: text } }
  const delta = { role: 'assistant', content: null, tool_calls: [call] }
  return [
    [null, { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] }],
    [null, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }],
    [null, '[DONE]'],
  ]
}

function stream(response: ServerResponse, events: Events): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [name, data] of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    response.write(`${name === null ? '' : `event: ${name}\n`}data: ${text}\n\n`)
  }
  response.end()
}
