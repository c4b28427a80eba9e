import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { makeReadError } from './errors.ts'
import type { ResourceWatch, WatchListener } from './watch.ts'

export interface SubscriptionHandle {
  stop(): void
  /** Starts notifications about the list of resources, because the client has read the list. */
  listed(): void
}

/** The limit for one connection. */
const maxSubscriptions = 1000

/** Serves subscriptions of before 2026-07-28: one request per resource, for a connection. */
export function serveSubscriptions(server: Server, watch: ResourceWatch): SubscriptionHandle {
  const uris = new Set<string>()
  const lost = () => {
    // The connection is gone, and with it the listener.
  }
  const listener: WatchListener = {
    uris,
    list: false,
    updated: (uri) => void server.sendResourceUpdated({ uri }).catch(lost),
    listChanged: () => void server.sendResourceListChanged().catch(lost),
  }
  const stop = watch.listen(listener)
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (uris.size >= maxSubscriptions) {
      const words = `The connection has ${maxSubscriptions} subscriptions, which is the limit.`
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, words, { uri })
    }
    const isNew = !uris.has(uri)
    // Add it first, so that the watch does not drop it as unused.
    uris.add(uri)
    try {
      await watch.begin(uri)
    } catch (error) {
      if (isNew) uris.delete(uri)
      throw makeReadError(error, uri)
    }
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    uris.delete(uri)
    return {}
  })
  return {
    stop,
    listed() {
      listener.list = true
    },
  }
}

/** Parses the parameters of `subscriptions/listen`, since 2026-07-28. Validates them, because the client is not trusted. */
export function parseSubscriptionFilter(params: unknown): {
  readonly uris: ReadonlySet<string>
  readonly list: boolean
} {
  const { notifications } = (params ?? {}) as { notifications?: unknown }
  const { resourceSubscriptions, resourcesListChanged } = (notifications ?? {}) as Record<string, unknown>
  const named = Array.isArray(resourceSubscriptions) ? resourceSubscriptions : []
  const uris = named.filter((uri) => typeof uri === 'string').slice(0, maxSubscriptions)
  return { uris: new Set(uris), list: resourcesListChanged === true }
}
