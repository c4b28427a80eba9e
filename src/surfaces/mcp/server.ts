import type { Server } from '@modelcontextprotocol/server'
import { getErrorMessage } from '../../core/values/index.ts'
import type { McpApp } from './app.ts'
import { makeGetCaller } from './caller.ts'
import { serveCompletions } from './completions.ts'
import { servePrompts } from './prompts.ts'
import { serveResources } from './resources.ts'
import { StrictServer } from './strict-server.ts'
import { serveTools } from './tools.ts'

const capabilities = {
  resources: { subscribe: true, listChanged: true },
  tools: {},
  prompts: {},
  completions: {},
}

/** Makes a server for one connection, or for one request since 2026-07-28. */
export async function makeMcpServer(
  app: McpApp,
  session: string | undefined,
  listed = () => {},
): Promise<Server> {
  const { project, scheme } = await app.service.about()
  const server = new StrictServer(
    { name: 'foreword', title: `foreword: ${project}`, version: app.version },
    { capabilities },
  )
  const caller = makeGetCaller(server, session)
  server.instructions = async (context) => {
    try {
      return await app.service.instructions(caller(context))
    } catch (error) {
      // Everything else works without instructions.
      app.warn({ detail: `mcp: no instructions: ${getErrorMessage(error)}` })
      return ''
    }
  }
  serveResources(server, app, caller, listed)
  serveTools(server, app, scheme, caller)
  servePrompts(server, app, scheme, caller)
  serveCompletions(server, app)
  return server
}
