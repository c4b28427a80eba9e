import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelEndpoint, ModelRequest } from '../../../ports/index.ts'
import { formatEventStream, type ModelAnswer } from './answer-formats.ts'
import { answerRequest, makeErrorAnswer, parseModelFromPath } from './answer-routes.ts'
import { getModel, listModelTexts } from './request-texts.ts'

const maxBodyBytes = 16 * 1024 * 1024
/** The first ones are kept: context arrives at the start of a session. */
const maxKeptRequests = 200

export async function startFakeModel(): Promise<ModelEndpoint> {
  const kept: ModelRequest[] = []
  const keep = (request: ModelRequest) => {
    if (kept.length < maxKeptRequests) kept.push(request)
  }
  const server = createServer((request, response) => {
    // An agent that is killed takes its connection along.
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
    requests: () => [...kept],
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
  const body = bytes === null ? null : parsed(bytes)
  keep({ method, path, model: getModel(body) ?? parseModelFromPath(path), texts: listModelTexts(body) })
  if (bytes === null) response.setHeader('connection', 'close')
  send(
    response,
    bytes === null
      ? makeErrorAnswer(413, 'the body is larger than 16 MB')
      : answerRequest({ method, path, body }),
  )
}

/** Null when it is too large. More of it is read and thrown away, so that the client gets to hear it, but not for ever. */
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

/** Undefined for what is no JSON. */
function parsed(bytes: Buffer): unknown {
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
