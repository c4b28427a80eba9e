import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/client'
import { makePluginFailure, quoteAnswer } from './trouble.ts'

/** Parses a message of a server. Throws a `PluginTrouble` that quotes an invalid text. */
export function parseMessage(text: string): JSONRPCMessage {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw makePluginFailure(`wrote a message that is not JSON: ${quoteAnswer(text)}`)
  }
  try {
    return parseJSONRPCMessage(value)
  } catch {
    throw makePluginFailure(`wrote a message that is not JSON-RPC 2.0: ${quoteAnswer(text)}`)
  }
}
