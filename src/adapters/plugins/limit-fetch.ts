import { type FetchLike, isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/client'
import { parseMessage } from './message.ts'
import {
  makePluginFailure,
  makeSizeTrouble,
  makeTimeoutTrouble,
  maxAnswerBytes,
  type PluginRunLimits,
  PluginTrouble,
  quoteAnswer,
} from './trouble.ts'

interface Budget {
  readonly limits: PluginRunLimits
  readonly signal: AbortSignal
  bytesLeft: number
}

/**
 * A `fetch` for the MCP SDK that follows no redirect, opens no stream for notifications, and limits time and bytes. Calls
 * `fail` if a stream exceeds a limit, because the SDK does not pass on the errors of a stream.
 */
export function limitFetch(limits: PluginRunLimits, fail: (trouble: PluginTrouble) => void): FetchLike {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  const budget: Budget = { limits, signal, bytesLeft: maxAnswerBytes(limits) }
  return async (url, init = {}) => {
    if (init.method === 'GET') return new Response(null, { status: 405 })
    const response = await fetchWithin(url, init, budget)
    const message = typeof init.body === 'string' ? (JSON.parse(init.body) as JSONRPCMessage) : null
    if (message !== null) checkStatus(response)
    if (message === null || !isJSONRPCRequest(message)) {
      await response.body?.cancel()
      return new Response(null, { status: 202 })
    }
    const parts = readParts(response, budget, fail)
    const { status, headers } = response
    const type = headers.get('content-type')?.split(';')[0]?.trim()
    if (type === 'text/event-stream') return new Response(ReadableStream.from(parts), { status, headers })
    if (type !== 'application/json')
      throw makePluginFailure(
        `answered with ${quoteAnswer(type ?? 'no type')}, and neither with JSON nor with events`,
      )
    return new Response(await readAnswer(parts, message), { status, headers })
  }
}

async function fetchWithin(
  url: string | URL,
  init: RequestInit,
  { limits, signal }: Budget,
): Promise<Response> {
  const signals = init.signal ? [init.signal, signal] : [signal]
  try {
    // A redirect would send the token to another server.
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any(signals) })
  } catch (error) {
    throw signal.aborted
      ? makeTimeoutTrouble(limits)
      : makePluginFailure(`could not be reached (${findCause(error)})`)
  }
}

function findCause(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause
  const text = [cause?.code, cause?.message].find((value) => typeof value === 'string' && value !== '')
  return text === undefined ? 'unknown error' : quoteAnswer(String(text)).slice(1, -1)
}

function checkStatus({ status, ok }: Response): void {
  if (status >= 300 && status < 400)
    throw makePluginFailure('answered with a redirect, which is not followed')
  if (!ok) throw makePluginFailure(`answered with the HTTP status ${status}`)
}

/** Yields the bytes of an answer while they are UTF-8 and within the budget. */
async function* readParts(
  { body }: Response,
  budget: Budget,
  fail: (trouble: PluginTrouble) => void,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const part of body ?? []) {
      budget.bytesLeft -= part.length
      if (budget.bytesLeft < 0) throw makeSizeTrouble(budget.limits)
      decoder.decode(part, { stream: true })
      yield part
    }
    decoder.decode()
  } catch (error) {
    const trouble = toTrouble(error, budget)
    // A closed connection matters only while an answer is due. The transport checks that.
    if (trouble.reason !== 'plugin-failed') fail(trouble)
    throw trouble
  }
}

function toTrouble(error: unknown, { limits, signal }: Budget): PluginTrouble {
  if (error instanceof PluginTrouble) return error
  if (signal.aborted) return makeTimeoutTrouble(limits)
  const isEncoding = (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  if (isEncoding) return new PluginTrouble('not-utf8', 'answered with bytes that are not UTF-8')
  return makePluginFailure('closed the connection in the middle of its answer')
}

/** Returns the text of a JSON answer to a request. An answer to another request is refused, because the SDK would wait forever. */
async function readAnswer(
  parts: AsyncIterable<Uint8Array>,
  { id, method }: { readonly id: string | number; readonly method: string },
): Promise<string> {
  const read: Uint8Array[] = []
  for await (const part of parts) read.push(part)
  const text = Buffer.concat(read).toString()
  const message = parseMessage(text)
  const isAnswer = !('method' in message) && message.id === id
  if (!isAnswer) throw makePluginFailure(`ended its answer to ${method} without one`)
  return text
}
