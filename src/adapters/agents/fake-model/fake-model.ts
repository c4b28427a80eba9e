import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelEndpoint, ModelRequest } from '../../../ports/index.ts'
import { answerRequest, makeErrorAnswer, parseModelFromPath } from './answer-request.ts'
import { formatEventStream, type ModelAnswer } from './model-answer.ts'
import { getModel, listModelTexts } from './model-texts.ts'

const maxBodyBytes = 16 * 1024 * 1024
/** The first requests are kept, because context arrives at the start of a session. */
const maxRequests = 200

export async function startFakeModel(): Promise<ModelEndpoint> {
  const requests: ModelRequest[] = []
  const keep = (request: ModelRequest) => {
    if (requests.length < maxRequests) requests.push(request)
  }
  const server = createServer((request, response) => {
    // Writing fails when the agent is killed, because its connection closes.
    response.on('error', () => {})
    serve(request, response, keep).catch(() => response.destroy())
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((fulfil, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', fulfil)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => [...requests],
    close: () =>
      new Promise((fulfil) => {
        server.close(() => fulfil())
        server.closeAllConnections()
      }),
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  keep: (request: ModelRequest) => void,
): Promise<void> {
  const method = request.method ?? 'GET'
  const path = (request.url ?? '/').split('?', 1)[0]!
  const bytes = await readBody(request)
  const body = bytes === null ? null : parseBody(bytes)
  keep({ method, path, model: getModel(body) ?? parseModelFromPath(path), texts: listModelTexts(body) })
  if (bytes === null) response.setHeader('connection', 'close')
  send(
    response,
    bytes === null
      ? makeErrorAnswer(413, 'the body is larger than 16 MB')
      : answerRequest({ method, path, body }),
  )
}

/**
 * Returns null if the body is too large. Reads on and discards the rest up to four times the limit, so that the client gets the
 * answer.
 */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  let parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > 4 * maxBodyBytes) throw new Error('the body does not end')
    if (size > maxBodyBytes) parts = []
    else parts.push(part)
  }
  return size > maxBodyBytes ? null : Buffer.concat(parts)
}

/** Undefined if the body is not JSON. */
function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, answer: ModelAnswer): void {
  if (answer.kind === 'events') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.end(formatEventStream(answer.events))
    return
  }
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer.body))
}
