import type { ServerNotifier } from '@modelcontextprotocol/server'
import { makeSubscriptionFilter } from './subscriptions.ts'
import type { Listener, Watch } from './watch.ts'

/** All streams since 2026-07-28 as one listener: the SDK gives each what it asked for, so that a change is told once. */
export class Listening {
  readonly #watch: Watch
  readonly #listener: Listener & { readonly uris: Set<string> }
  /** How many streams want to hear of it; of the list under the empty name. */
  readonly #wanted = new Map<string, number>()
  #streams = 0
  #stop = () => {}

  constructor(watch: Watch, notify: ServerNotifier) {
    this.#watch = watch
    this.#listener = {
      uris: new Set(),
      list: false,
      updated: (uri) => notify.resourceUpdated(uri),
      listChanged: () => notify.resourcesChanged(),
    }
  }

  /** What a stream asks for is looked at from now on, until it is over. */
  async hear(message: unknown, over: AbortSignal): Promise<void> {
    if (!isListen(message) || over.aborted) return
    const { uris, list } = makeSubscriptionFilter(message.params)
    const wanted = [...uris, ...(list ? [''] : [])]
    if (this.#streams++ === 0) this.#stop = this.#watch.listen(this.#listener)
    this.#count(wanted, 1)
    over.addEventListener('abort', () => {
      this.#count(wanted, -1)
      if (--this.#streams === 0) this.#stop()
    })
    // So that what is there now is what later looks are compared with. What is no address never changes.
    await Promise.all([...uris].map((uri) => this.#watch.begin(uri).catch(() => {})))
  }

  #count(wanted: readonly string[], by: 1 | -1): void {
    for (const one of wanted) this.#wanted.set(one, (this.#wanted.get(one) ?? 0) + by)
    for (const one of wanted) if (this.#wanted.get(one) === 0) this.#wanted.delete(one)
    this.#listener.list = this.#wanted.has('')
    this.#listener.uris.clear()
    for (const one of this.#wanted.keys()) if (one !== '') this.#listener.uris.add(one)
  }
}

function isListen(message: unknown): message is { readonly params: unknown } {
  return (
    typeof message === 'object' &&
    message !== null &&
    (message as { method?: unknown }).method === 'subscriptions/listen'
  )
}
