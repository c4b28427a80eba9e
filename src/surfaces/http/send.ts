import type { ServerResponse } from 'node:http'
import type { Rejection } from './http-route.ts'

/** Forbids caching, use by other sites and content sniffing. */
const always = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export function sendRejection(response: ServerResponse, { status, code, message, headers }: Rejection): void {
  const text = JSON.stringify({ error: { code, message } })
  response.writeHead(status, {
    ...always,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

export function isStream(answer: Response): boolean {
  return answer.headers.get('content-type')?.startsWith('text/event-stream') === true
}

/** Resolves when the client has read the response. */
export async function sendWhole(response: ServerResponse, answer: Response, unreadMs: number): Promise<void> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  response.writeHead(answer.status, { ...makeHeaders(answer), 'content-length': bytes.length })
  response.end(bytes)
  await waitUntilRead(response, 'close', unreadMs)
}

/** Sends the stream as fast as the client reads it, until either side ends it. */
export async function sendStream(
  response: ServerResponse,
  answer: Response,
  unreadMs: number,
): Promise<void> {
  response.writeHead(answer.status, makeHeaders(answer))
  // The client waits for the headers, even if no data follows for hours.
  response.flushHeaders()
  const reader = answer.body!.getReader()
  response.once('close', () => void reader.cancel().catch(() => {}))
  for (;;) {
    const { done, value } = await reader.read()
    if (done || response.destroyed) break
    if (!response.write(value)) await waitUntilRead(response, 'drain', unreadMs)
  }
  response.end()
}

/** Waits until the client has read. Disconnects a client that does not read, because its buffer would grow. */
function waitUntilRead(response: ServerResponse, sign: 'drain' | 'close', unreadMs: number): Promise<void> {
  if (response.closed) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      response.off('drain', done).off('close', done)
      resolve()
    }
    const timer = setTimeout(() => response.destroy(), unreadMs)
    response.once(sign, done)
    if (sign !== 'close') response.once('close', done)
  })
}

function makeHeaders(answer: Response): Record<string, string> {
  return { ...always, ...Object.fromEntries(answer.headers) }
}
