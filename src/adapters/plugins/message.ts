import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/client'
import { failed, quoted } from './trouble.ts'

/** A message of a server. Throws a `Trouble` that quotes a text which is not one. */
export function parseMessage(text: string): JSONRPCMessage {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw failed(`wrote a message that is not JSON: ${quoted(text)}`)
  }
  try {
    return parseJSONRPCMessage(value)
  } catch {
    throw failed(`wrote a message that is not JSON-RPC 2.0: ${quoted(text)}`)
  }
}
