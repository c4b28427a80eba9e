import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { readError } from './errors.ts'
import type { Listener, Watch } from './watch.ts'

export interface Heard {
  stop(): void
  /** Whoever has asked what there is hears when that changes. */
  listed(): void
}

/** Of one connection. */
const maxSubscriptions = 1000

/** Subscriptions as they were before 2026-07-28: one by one, for a connection. */
export function serveSubscriptions(server: Server, watch: Watch): Heard {
  const uris = new Set<string>()
  const lost = () => {
    // The connection is gone, and with it the listener.
  }
  const listener: Listener = {
    uris,
    list: false,
    updated: (uri) => void server.sendResourceUpdated({ uri }).catch(lost),
    listChanged: () => void server.sendResourceListChanged().catch(lost),
  }
  const stop = watch.listen(listener)
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (uris.size >= maxSubscriptions) {
      const words = `There are ${maxSubscriptions} subscriptions already, which is the most for one connection.`
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, words, { uri })
    }
    const isNew = !uris.has(uri)
    // First, so that it is not forgotten again as something that nobody wants.
    uris.add(uri)
    try {
      await watch.begin(uri)
    } catch (error) {
      if (isNew) uris.delete(uri)
      throw readError(error, uri)
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

/** What a `subscriptions/listen` asks for, from 2026-07-28 on. A stranger's: looked at before it is believed. */
export function makeSubscriptionFilter(params: unknown): {
  readonly uris: ReadonlySet<string>
  readonly list: boolean
} {
  const { notifications } = (params ?? {}) as { notifications?: unknown }
  const { resourceSubscriptions, resourcesListChanged } = (notifications ?? {}) as Record<string, unknown>
  const named = Array.isArray(resourceSubscriptions) ? resourceSubscriptions : []
  const uris = named.filter((one) => typeof one === 'string').slice(0, maxSubscriptions)
  return { uris: new Set(uris), list: resourcesListChanged === true }
}
