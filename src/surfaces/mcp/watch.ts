import type { ProjectService } from '../../app/server/index.ts'
import { Refusal } from '../../core/values/index.ts'

/** Receives notifications of changes. */
export interface WatchListener {
  readonly uris: ReadonlySet<string>
  /** Whether to report changes of the list of resources. */
  list: boolean
  updated(uri: string): void
  listChanged(): void
}

interface WatchedResource {
  version: string
  /** Time of the next check. */
  due: number
}

/** The shortest pause between two checks of a resource. A check that takes long is followed by a longer pause: its time × `patience`. */
const everyMs = 1000
const patience = 20
/** The list is checked less often, because it changes less often and takes longer to read. */
const listEveryMs = 5000
const listPatience = 200

/**
 * Polls the resources that clients subscribed to. File watchers of operating systems lose some changes silently; polling loses none.
 * Without a listener, nothing is polled.
 */
export class ResourceWatch {
  private readonly service: Pick<ProjectService, 'look' | 'resources'>
  private readonly warn: (trouble: { readonly detail: string }) => void
  private readonly listeners = new Set<WatchListener>()
  private readonly seen = new Map<string, WatchedResource>()
  private timer: NodeJS.Timeout | undefined

  constructor(service: Pick<ProjectService, 'look' | 'resources'>, warn: ResourceWatch['warn']) {
    this.service = service
    this.warn = warn
  }

  /** Reports every change after it resolves. Refuses an invalid address. */
  async begin(uri: string): Promise<void> {
    if (!this.seen.has(uri)) await this.hasNewVersion(uri, () => this.service.look(uri))
  }

  listen(listener: WatchListener): () => void {
    this.listeners.add(listener)
    this.timer ??= setInterval(() => this.check(), everyMs).unref()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0) return
      clearInterval(this.timer)
      this.timer = undefined
      this.seen.clear()
    }
  }

  private checking = false

  private async check(): Promise<void> {
    if (this.checking) return
    this.checking = true
    try {
      await this.checkAll()
    } catch (error) {
      // A refusal may come from a half-written manifest. The next check reads it whole.
      if (!(error instanceof Refusal)) this.warn({ detail: `mcp: ${String(error)}` })
    } finally {
      this.checking = false
    }
  }

  private async checkAll(): Promise<void> {
    const all = [...this.listeners]
    const subscribed = new Set(all.flatMap(({ uris }) => [...uris]))
    this.forgetOthers(subscribed)
    for (const uri of subscribed) {
      if (!(await this.hasChanged(uri))) continue
      for (const listener of all) if (listener.uris.has(uri)) listener.updated(uri)
    }
    if (!all.some(({ list }) => list)) return
    const addresses = async () => (await this.service.resources()).map(({ address }) => address).join('\n')
    if (await this.hasNewVersion('', addresses, (took) => Math.max(listEveryMs, took * listPatience)))
      for (const listener of all) if (listener.list) listener.listChanged()
  }

  /** Forgets resources without a subscription. A new subscription starts with their version at that time. */
  private forgetOthers(subscribed: ReadonlySet<string>): void {
    for (const key of this.seen.keys()) if (key !== '' && !subscribed.has(key)) this.seen.delete(key)
  }

  /** An invalid or unavailable address does not stop the notifications of others. */
  private async hasChanged(uri: string): Promise<boolean> {
    try {
      return await this.hasNewVersion(uri, () => this.service.look(uri))
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  /** Whether the version differs from the last check. */
  private async hasNewVersion(
    key: string,
    version: () => Promise<string>,
    rest: (tookMs: number) => number = (took) => took * patience,
  ): Promise<boolean> {
    const before = this.seen.get(key)
    const begun = Date.now()
    if (before !== undefined && before.due > begun) return false
    const now = await version()
    const ended = Date.now()
    // The first check fills caches, so its duration says nothing about later ones.
    const pause = before === undefined ? everyMs : rest(ended - begun)
    this.seen.set(key, { version: now, due: ended + pause })
    return before !== undefined && before.version !== now
  }
}
