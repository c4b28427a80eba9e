import { Client, ProtocolError, type Transport } from '@modelcontextprotocol/client'
import { type Ask, readResources } from './mcp.ts'
import { failed, type Limits, quoted, Trouble, tooLate } from './trouble.ts'

/** A transport of the MCP SDK that keeps our limits. */
export interface LimitedTransport extends Transport {
  /** Rejects with a `Trouble` when no answer can come any more. */
  readonly broken: Promise<never>
  /** Tells the server that we are done. */
  terminateSession?(): Promise<void>
}

export interface AskOptions {
  readonly version: string
  readonly limits: Limits
}

const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
/** Our own timer limits the whole conversation, so the SDK's timer for each request never fires. */
const requestOptions = { timeout: 2 ** 31 - 1 }

/** Connects, reads the resources and disconnects. Every failure is a `Trouble`. */
export async function askServer(
  transport: LimitedTransport,
  ask: Ask,
  { version, limits }: AskOptions,
): Promise<string> {
  const client = new Client({ name: 'foreword', version }, { supportedProtocolVersions: protocolVersions })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(limits)), limits.timeoutMs)
  })
  try {
    const answer = connect(client, transport).then(() =>
      readResources(client, ask, { limits, requestOptions }),
    )
    const text = await Promise.race([answer, transport.broken, late])
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
    if (error instanceof Trouble || error instanceof ProtocolError) throw error
    throw failed(
      `did not answer to initialize as an MCP server does: ${quoted(messageOf(error))}; foreword speaks ${protocolVersions.join(', ')}`,
    )
  }
  if (client.getServerCapabilities()?.resources === undefined) throw failed('offers no resources')
}

function toTrouble(error: unknown): Trouble {
  if (error instanceof Trouble) return error
  if (error instanceof ProtocolError)
    return failed(`answered with the error ${error.code}: ${quoted(error.message)}`)
  return failed(`broke the MCP protocol: ${quoted(messageOf(error))}`)
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
}
