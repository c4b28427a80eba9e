// A proxy between an agent and the fake model that changes responses.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Makes the agent's response from its request and the fake model's response. */
export type Alter = (asked: { readonly path: string; readonly body: string }, answer: string) => string

export interface Altered {
  readonly url: string
  close(): Promise<void>
}

export async function openAltered(endpoint: string, alter: Alter): Promise<Altered> {
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    try {
      const path = request.url ?? '/'
      const body = await textOf(request)
      const method = request.method ?? 'GET'
      const asked = await fetch(endpoint + path, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' && { body }),
      })
      const answer = await asked.text()
      const type = asked.headers.get('content-type') ?? 'application/json'
      response.writeHead(asked.status, { 'content-type': type })
      response.end(method === 'POST' ? alter({ path, body }, answer) : answer)
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((fulfil) => {
        server.close(() => fulfil())
        server.closeAllConnections()
      }),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
