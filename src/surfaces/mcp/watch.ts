import type { ProjectService } from '../../app/server/index.ts'
import { Refusal } from '../../core/values/index.ts'

/** Somebody who wants to hear of changes. */
export interface Listener {
  readonly uris: ReadonlySet<string>
  /** Whether also of what there is to read. */
  list: boolean
  updated(uri: string): void
  listChanged(): void
}

interface Seen {
  version: string
  /** When to look again. */
  due: number
}

/** Between two looks at the same thing; and what takes long to look at is looked at less often. */
const everyMs = 1000
const patience = 20
/** Documents come and go less often than they change, and to look for them takes longer. */
const listEveryMs = 5000
const listPatience = 200

/**
 * Looks again, once in a while, at what somebody wants to hear about. Systems that report changes lose some of them without a
 * word; looking loses none. Where nobody listens, nothing is looked at.
 */
export class Watch {
  private readonly offer: Pick<ProjectService, 'look' | 'resources'>
  private readonly warn: (trouble: { readonly detail: string }) => void
  private readonly listeners = new Set<Listener>()
  private readonly seen = new Map<string, Seen>()
  private timer: NodeJS.Timeout | undefined

  constructor(offer: Pick<ProjectService, 'look' | 'resources'>, warn: Watch['warn']) {
    this.offer = offer
    this.warn = warn
  }

  /** From the moment this is done, every change is told. Refuses what is no address. */
  async begin(uri: string): Promise<void> {
    if (!this.seen.has(uri)) await this.look(uri, () => this.offer.look(uri))
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    this.timer ??= setInterval(() => this.lookAround(), everyMs).unref()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0) return
      clearInterval(this.timer)
      this.timer = undefined
      this.seen.clear()
    }
  }

  private looking = false

  private async lookAround(): Promise<void> {
    if (this.looking) return
    this.looking = true
    try {
      await this.lookAtAll()
    } catch (error) {
      // Such as a manifest that is being written: the next look finds it whole.
      if (!(error instanceof Refusal)) this.warn({ detail: `mcp: ${String(error)}` })
    } finally {
      this.looking = false
    }
  }

  private async lookAtAll(): Promise<void> {
    const all = [...this.listeners]
    const wanted = new Set(all.flatMap(({ uris }) => [...uris]))
    this.forgetAllBut(wanted)
    for (const uri of wanted) {
      if (!(await this.changed(uri))) continue
      for (const one of all) if (one.uris.has(uri)) one.updated(uri)
    }
    if (!all.some(({ list }) => list)) return
    const addresses = async () => (await this.offer.resources()).map(({ address }) => address).join('\n')
    if (await this.look('', addresses, (took) => Math.max(listEveryMs, took * listPatience)))
      for (const one of all) if (one.list) one.listChanged()
  }

  /** What nobody wants to hear of any more: whoever wants it again begins with what is there then. */
  private forgetAllBut(wanted: ReadonlySet<string>): void {
    for (const key of this.seen.keys()) if (key !== '' && !wanted.has(key)) this.seen.delete(key)
  }

  /** What is no address, or not now, keeps nobody from hearing of the others. */
  private async changed(uri: string): Promise<boolean> {
    try {
      return await this.look(uri, () => this.offer.look(uri))
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  /** Whether it is another version than the last time. */
  private async look(
    key: string,
    version: () => Promise<string>,
    rest: (tookMs: number) => number = (took) => took * patience,
  ): Promise<boolean> {
    const before = this.seen.get(key)
    const begun = Date.now()
    if (before !== undefined && before.due > begun) return false
    const now = await version()
    const ended = Date.now()
    // The first look loads what all later ones use: how long it took says nothing about them.
    const pause = before === undefined ? everyMs : rest(ended - begun)
    this.seen.set(key, { version: now, due: ended + pause })
    return before !== undefined && before.version !== now
  }
}
