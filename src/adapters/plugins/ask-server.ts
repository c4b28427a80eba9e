import { Client, ProtocolError, type Transport } from '@modelcontextprotocol/client'
import { type ResourceQuery, readResources } from './read-resources.ts'
import {
  makePluginFailure,
  makeTimeoutTrouble,
  type PluginRunLimits,
  PluginTrouble,
  quoteAnswer,
} from './trouble.ts'

/** A transport of the MCP SDK that enforces our limits. */
export interface LimitedTransport extends Transport {
  /** Rejects with a `PluginTrouble` when no answer can arrive any more. */
  readonly broken: Promise<never>
  /** Tells the server that the session is over. */
  terminateSession?(): Promise<void>
}

export interface AskOptions {
  readonly version: string
  readonly limits: PluginRunLimits
}

const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
/** Our own timer limits the whole conversation, so the SDK's timer for each request never fires. */
const requestOptions = { timeout: 2 ** 31 - 1 }

/** Connects, reads the resources and disconnects. Every failure is a `PluginTrouble`. */
export async function askServer(
  transport: LimitedTransport,
  ask: ResourceQuery,
  { version, limits }: AskOptions,
): Promise<string> {
  const client = new Client({ name: 'foreword', version }, { supportedProtocolVersions: protocolVersions })
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(makeTimeoutTrouble(limits)), limits.timeoutMs)
  })
  try {
    const reading = connect(client, transport).then(() =>
      readResources(client, ask, { limits, requestOptions }),
    )
    const text = await Promise.race([reading, transport.broken, timedOut])
    await transport.terminateSession?.().catch(() => undefined)
    return text
  } catch (error) {
    throw toTrouble(error)
  } finally {
    clearTimeout(timer)
    await client.close().catch(() => undefined)
  }
}

async function connect(client: Client, transport: Transport): Promise<void> {
  try {
    await client.connect(transport, requestOptions)
  } catch (error) {
    if (error instanceof PluginTrouble || error instanceof ProtocolError) throw error
    throw makePluginFailure(
      `did not answer to initialize as an MCP server does: ${quoteAnswer(getMessage(error))}; foreword speaks ${protocolVersions.join(', ')}`,
    )
  }
  if (client.getServerCapabilities()?.resources === undefined) throw makePluginFailure('offers no resources')
}

function toTrouble(error: unknown): PluginTrouble {
  if (error instanceof PluginTrouble) return error
  if (error instanceof ProtocolError)
    return makePluginFailure(`answered with the error ${error.code}: ${quoteAnswer(error.message)}`)
  return makePluginFailure(`broke the MCP protocol: ${quoteAnswer(getMessage(error))}`)
}

function getMessage(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
}
