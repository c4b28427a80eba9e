import { ServerError } from './mcp.ts'
import { failed, quoted } from './trouble.ts'

/** JSON-RPC as a server may send it. */
export type Message =
  | { readonly kind: 'answer'; readonly id: unknown; readonly result: unknown }
  | { readonly kind: 'refusal'; readonly id: unknown; readonly error: ServerError }
  | { readonly kind: 'question'; readonly id: unknown; readonly method: string }
  | { readonly kind: 'news' }

export function messageFrom(text: string): Message {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw failed(`wrote what is no JSON: ${quoted(text)}`)
  }
  if (typeof value !== 'object' || value === null || (value as { jsonrpc?: unknown }).jsonrpc !== '2.0') {
    throw failed(`wrote what is no message of JSON-RPC 2.0: ${quoted(text)}`)
  }
  const { id, method, error } = value as Record<string, unknown>
  if (typeof method === 'string')
    return id === undefined ? { kind: 'news' } : { kind: 'question', id, method }
  if (error !== undefined) return { kind: 'refusal', id, error: refusalOf(error) }
  if (!('result' in value)) throw failed(`wrote a message without result: ${quoted(text)}`)
  return { kind: 'answer', id, result: value.result }
}

function refusalOf(error: unknown): ServerError {
  const { code, message } = (error ?? {}) as Record<string, unknown>
  return new ServerError(typeof code === 'number' ? code : 0, typeof message === 'string' ? message : '')
}

/** What we answer to a server that asks: we are there, and can do nothing for it. */
export function replyTo({ id, method }: { readonly id: unknown; readonly method: string }): object {
  if (method === 'ping') return { jsonrpc: '2.0', id, result: {} }
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
}
