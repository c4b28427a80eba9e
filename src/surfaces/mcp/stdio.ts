import type { Server } from '@modelcontextprotocol/server'
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { McpApp } from './app.ts'
import { LineTransport } from './line-transport.ts'
import { makeMcpServer } from './server.ts'
import { parseSubscriptionFilter, type SubscriptionHandle, serveSubscriptions } from './subscriptions.ts'
import { ResourceWatch } from './watch.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/** Serves on standard input and output until the client disconnects or sends a signal. */
export async function serveStdio(app: McpApp): Promise<void> {
  await serveUntilClosed(app)
  await app.close()
}

function serveUntilClosed(app: McpApp): Promise<void> {
  const session = app.newSession()
  const transport = new LineTransport(process.stdin, process.stdout)
  const watch = new ResourceWatch(app.service, app.warn)
  let server: Server | undefined
  hearSubscriptions(transport, watch, () => server)
  return new Promise((resolve) => {
    const handle = serve(
      async ({ era }) => {
        let heard: SubscriptionHandle | undefined
        server = await makeMcpServer(app, session, () => heard?.listed())
        if (era === 'legacy') heard = serveSubscriptions(server, watch)
        return server
      },
      { transport, onerror: ({ message }) => app.warn({ detail: `mcp: ${message}` }) },
    )
    // The SDK sets its own handler, so call that one too.
    const passOn = transport.onclose
    transport.onclose = () => {
      passOn?.()
      resolve()
    }
    for (const signal of signals) process.once(signal, () => handle.close())
  })
}

/** Reads subscriptions from the transport, because the SDK routes notifications but does not expose subscriptions. */
function hearSubscriptions(
  transport: LineTransport,
  watch: ResourceWatch,
  server: () => Server | undefined,
): void {
  const stops = new Map<string | number, () => void>()
  const lost = () => {
    // The client is gone, and with it the subscription.
  }
  transport.onlisten = (id, params) => {
    stops.get(id)?.()
    const filter = parseSubscriptionFilter(params)
    const stop = watch.listen({
      ...filter,
      updated: (uri) => void server()?.sendResourceUpdated({ uri }).catch(lost),
      listChanged: () => void server()?.sendResourceListChanged().catch(lost),
    })
    stops.set(id, stop)
    // Read the current versions first, so that later ones are compared with them.
    for (const uri of filter.uris) watch.begin(uri).catch(() => {})
  }
  transport.oncancel = (id) => {
    stops.get(id)?.()
    stops.delete(id)
  }
}
