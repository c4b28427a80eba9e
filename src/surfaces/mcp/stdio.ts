import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { McpApp } from './app.ts'
import { makeServer } from './server.ts'

/** Answers on standard input and output until the client goes. */
export function serveStdio(app: McpApp): Promise<void> {
  const session = app.newSession()
  return new Promise((resolve) => {
    process.stdin.once('end', resolve)
    serve(() => makeServer(app, session), {
      onerror: ({ message }) => app.warn({ detail: `mcp: ${message}` }),
    })
  })
}
