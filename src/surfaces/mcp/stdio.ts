import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { McpApp } from './app.ts'
import { LineTransport } from './lines.ts'
import { makeServer } from './server.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/** Answers on standard input and output until the client goes, or says so with a signal. */
export function serveStdio(app: McpApp): Promise<void> {
  const session = app.newSession()
  const transport = new LineTransport(process.stdin, process.stdout)
  return new Promise((resolve) => {
    const handle = serve(() => makeServer(app, session), {
      transport,
      onerror: ({ message }) => app.warn({ detail: `mcp: ${message}` }),
    })
    // The SDK takes the place of whoever listened before.
    const passOn = transport.onclose
    transport.onclose = () => {
      passOn?.()
      resolve()
    }
    for (const signal of signals) process.once(signal, () => handle.close())
  })
}
