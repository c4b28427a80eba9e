// The SDK's own client for `foreword mcp` and `foreword serve`, in each version of the protocol that agents use.
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { binary, type World } from './program.ts'
import { type Served, serveProject } from './serving.ts'

export const versions = ['2025-06-18', '2025-11-25', '2026-07-28'] as const
export type Version = (typeof versions)[number]
export const ways = ['stdio', 'http'] as const
export type Way = (typeof ways)[number]

/** Every transport with every version. */
export const connections = ways.flatMap((way) => versions.map((version) => ({ way, version })))

/** One project over both transports. */
export interface Reachable extends AsyncDisposable {
  connect(way: Way, version: Version): Promise<Client>
  readonly served: Served
}

export const clientInfo = { name: 'real-client', version: '4.5.6' }

export async function reachable(world: World, root: string): Promise<Reachable> {
  const served = await serveProject(world, root)
  const clients: Client[] = []
  return {
    served,
    async connect(way, version) {
      const client = new Client(clientInfo, optionsFor(version))
      await client.connect(
        way === 'http'
          ? new StreamableHTTPClientTransport(new URL(served.where.mcp))
          : new StdioClientTransport({
              command: process.execPath,
              args: [binary, 'mcp'],
              cwd: root,
              env: world.env,
              stderr: 'ignore',
            }),
      )
      clients.push(client)
      return client
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.close()))
      await served.stop()
    },
  }
}

function optionsFor(version: Version): ClientOptions {
  return version === '2026-07-28'
    ? { versionNegotiation: { mode: { pin: version } } }
    : { versionNegotiation: { mode: 'legacy' }, supportedProtocolVersions: [version] }
}

/** The only text of a resource. */
export async function readText(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri }, { cacheMode: 'bypass' })
  const [content] = contents
  if (contents.length !== 1 || content === undefined || !('text' in content))
    throw new Error(`no text: ${uri}`)
  return content.text
}

export async function callText(client: Client, name: string, args: object = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: { ...args } })
  const [first] = content
  if (isError === true || first?.type !== 'text') throw new Error(`${name}: ${JSON.stringify(content)}`)
  return first.text
}
