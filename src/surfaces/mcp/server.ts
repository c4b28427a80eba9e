import { Server } from '@modelcontextprotocol/server'
import type { McpApp } from './app.ts'
import { callerOf } from './caller.ts'
import { serveResources } from './resources.ts'
import { serveTools } from './tools.ts'

/** A server for one connection, or for one request where the protocol has no connections. */
export async function makeServer(app: McpApp, session: string | undefined): Promise<Server> {
  const { project, scheme, instructions } = await app.offer.about()
  const server = new Server(
    { name: 'foreword', title: `foreword: ${project}`, version: app.version },
    {
      instructions,
      capabilities: { resources: {}, tools: {} },
    },
  )
  const caller = callerOf(server, session)
  serveResources(server, app, caller)
  serveTools(server, app, scheme, caller)
  return server
}
