import type { ServerNotifier } from '@modelcontextprotocol/server'
import { parseSubscriptionFilter } from './subscriptions.ts'
import type { ResourceWatch, WatchListener } from './watch.ts'

/** Makes one listener of all streams since 2026-07-28. The SDK forwards each change to the streams that subscribed to it. */
export class StreamSubscriptions {
  readonly #watch: ResourceWatch
  readonly #listener: WatchListener & { readonly uris: Set<string> }
  /** Number of streams per URI. The empty URI stands for the list of resources. */
  readonly #streamsByUri = new Map<string, number>()
  #streams = 0
  #stop = () => {}

  constructor(watch: ResourceWatch, notify: ServerNotifier) {
    this.#watch = watch
    this.#listener = {
      uris: new Set(),
      list: false,
      updated: (uri) => notify.resourceUpdated(uri),
      listChanged: () => notify.resourcesChanged(),
    }
  }

  /** Watches the resources of a stream until the stream ends. */
  async hear(message: unknown, over: AbortSignal): Promise<void> {
    if (!isListen(message) || over.aborted) return
    const { uris, list } = parseSubscriptionFilter(message.params)
    const subscribed = [...uris, ...(list ? [''] : [])]
    if (this.#streams++ === 0) this.#stop = this.#watch.listen(this.#listener)
    this.#count(subscribed, 1)
    over.addEventListener('abort', () => {
      this.#count(subscribed, -1)
      if (--this.#streams === 0) this.#stop()
    })
    // Read the current versions first, so that later ones are compared with them. An invalid address never changes.
    await Promise.all([...uris].map((uri) => this.#watch.begin(uri).catch(() => {})))
  }

  #count(subscribed: readonly string[], by: 1 | -1): void {
    for (const uri of subscribed) this.#streamsByUri.set(uri, (this.#streamsByUri.get(uri) ?? 0) + by)
    for (const uri of subscribed) if (this.#streamsByUri.get(uri) === 0) this.#streamsByUri.delete(uri)
    this.#listener.list = this.#streamsByUri.has('')
    this.#listener.uris.clear()
    for (const uri of this.#streamsByUri.keys()) if (uri !== '') this.#listener.uris.add(uri)
  }
}

function isListen(message: unknown): message is { readonly params: unknown } {
  return (
    typeof message === 'object' &&
    message !== null &&
    (message as { method?: unknown }).method === 'subscriptions/listen'
  )
}
