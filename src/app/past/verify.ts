import {
  bodyOf,
  type Entry,
  type EventBody,
  type Fault,
  type Head,
  rowOf,
  type SectionRow,
  type Stored,
  sectionRows,
  Walk,
} from '../../core/ledger/index.ts'
import type { Hash, Ledger, Store } from '../../ports/index.ts'
import type { VerifyAnswer } from './answers.ts'

/** What a walk needs of a store; an export can give it too. */
export type LedgerView = Pick<Store, 'entries' | 'blob' | 'present' | 'sectionsOf' | 'strays'>

/** A head that was seen before, here or on another machine. */
export interface Seen extends Head {
  readonly where: string
  /** Of the ledger itself, where what is looked at may be an older copy of it. */
  readonly maybeLater?: boolean
}

export interface VerifyOrder {
  readonly ledger: Ledger
  /** Heads that the ledger must still contain. */
  readonly seen: readonly Seen[]
  readonly tell: (done: number) => void
}

export type Verdict = Omit<VerifyAnswer, 'checkpoint'>

const page = 1000

/** Walks the whole ledger: every entry, every column beside it, every text it refers to. */
export async function verify(view: LedgerView, hash: Hash, order: VerifyOrder): Promise<Verdict> {
  const { ledger, seen, tell } = order
  const events = await readEvents(view, ledger.uid)
  const excuses = new Excuses(events)
  const walk = new Walk(ledger.uid, hash, excuses.lost)
  const texts = new TextCheck(view, hash, excuses)
  let clockBack = 0
  let entries = 0
  let before = ''
  let fault: VerifyAnswer['fault'] = null
  const seenBySeq = new Map(seen.map((one) => [one.seq, one]))
  for (let after = 0; fault === null; ) {
    const some = await view.entries(ledger.uid, after, page)
    if (some.length === 0) break
    for (const stored of some) {
      fault = described(walk.take(stored), some) ?? rewritten(stored, seenBySeq.get(stored.entry.seq))
      if (fault !== null) break
      entries++
      if (stored.entry.at < before) clockBack++
      before = stored.entry.at
    }
    if (fault === null) fault = described(await texts.take(some), some)
    after = some.at(-1)!.entry.seq
    tell(entries)
  }
  const { head } = walk
  fault ??= cutOff(head, seen) ?? described(await strayRow(view, ledger), [])
  return {
    project: ledger.name,
    uid: ledger.uid,
    holds: fault === null,
    entries,
    head: head.seq === 0 ? null : head,
    fault,
    pruned: excuses.pruned,
    lost: excuses.lost,
    clock_back: clockBack,
  }
}

/** They come first because they excuse gaps and missing texts. Whether they themselves are right is found on the way. */
async function readEvents(view: LedgerView, uid: string): Promise<EventBody[]> {
  const events: EventBody[] = []
  for (let after = 0; ; ) {
    const some = await view.entries(uid, after, page, 'event')
    if (some.length === 0) return events
    for (const { entry } of some) events.push(...eventOf(entry))
    after = some.at(-1)!.entry.seq
  }
}

/** What an event says; nothing for any other entry, or for one that says nothing sensible. */
export function eventOf({ kind, body }: Entry): EventBody[] {
  return kind === 'event' && typeof rowOf('event', body) !== 'string'
    ? [wellFormed(bodyOf('event', body))]
    : []
}

function wellFormed(event: EventBody): EventBody {
  if (event.name !== 'repaired') return event
  const isPair = (one: unknown): one is readonly [number, number] => Array.isArray(one) && one.length === 2
  const pairs = Array.isArray(event.lost) ? (event.lost as readonly unknown[]).filter(isPair) : []
  return { ...event, lost: pairs, lost_blobs: Array.isArray(event.lost_blobs) ? event.lost_blobs : [] }
}

/** What the ledger itself says about what is missing from it: pruned on purpose, or lost in a repair. */
export class Excuses {
  readonly lost: readonly (readonly [number, number])[]
  readonly #textsTo: number
  readonly #accountsTo: number
  readonly #lostTexts: ReadonlySet<string>
  #texts = 0
  #accounts = 0

  constructor(events: readonly EventBody[]) {
    const pruned = events.filter((one) => one.name === 'pruned')
    this.#textsTo = Math.max(0, ...pruned.map((one) => Number(one.texts_to)))
    this.#accountsTo = Math.max(0, ...pruned.map((one) => Number(one.accounts_to)))
    const repaired = events.filter((one) => one.name === 'repaired')
    this.lost = repaired.flatMap((one) => one.lost)
    this.#lostTexts = new Set(repaired.flatMap((one) => one.lost_blobs))
  }

  /** How many were missing with good reason. */
  get pruned(): VerifyAnswer['pruned'] {
    return { texts: this.#texts, accounts: this.#accounts }
  }

  /** Null where it may be missing. */
  missing(seq: number, role: 'account' | 'text', digest: string): string | null {
    const pruned = seq <= (role === 'text' ? this.#textsTo : this.#accountsTo)
    if (!pruned && !this.#lostTexts.has(digest)) return `its ${role} is missing, and was never pruned`
    if (role === 'text') this.#texts++
    else this.#accounts++
    return null
  }
}

/** Looks at every text once, however many entries refer to it. */
class TextCheck {
  readonly #checked = new Set<string>()
  readonly #view: LedgerView
  readonly #hash: Hash
  readonly #excuses: Excuses

  constructor(view: LedgerView, hash: Hash, excuses: Excuses) {
    this.#view = view
    this.#hash = hash
    this.#excuses = excuses
  }

  async take(page: readonly Stored[]): Promise<Fault | null> {
    const needed = page.flatMap(textsOf).filter(({ digest }) => !this.#checked.has(digest))
    const present = await this.#view.present([...new Set(needed.map((one) => one.digest))])
    for (const { seq, role, digest } of needed) {
      if (this.#checked.has(digest)) continue
      const here = present.has(digest)
      const detail = here ? await this.#content(role, digest) : this.#excuses.missing(seq, role, digest)
      if (detail !== null) return { seq, what: here ? 'altered' : 'removed', detail }
      if (here) this.#checked.add(digest)
    }
    return null
  }

  async #content(role: 'account' | 'text', digest: string): Promise<string | null> {
    const content = await this.#view.blob(digest)
    if (content === null || this.#hash(content) !== digest)
      return `its ${role} is not the one it was written with`
    if (role === 'text') return null
    return same(sectionRows(content), await this.#view.sectionsOf(digest))
      ? null
      : 'the sections kept beside its account are not those of the account'
  }
}

function textsOf({ entry: { seq }, row }: Stored) {
  if (row?.kind !== 'injection') return []
  const account = { seq, role: 'account' as const, digest: row.account }
  return row.text === null ? [account] : [account, { seq, role: 'text' as const, digest: row.text }]
}

function same(a: readonly SectionRow[] | null, b: readonly SectionRow[] | null): boolean {
  const plain = (rows: readonly SectionRow[] | null) =>
    JSON.stringify(
      (rows ?? []).map((row) => [
        row.position,
        row.section,
        row.tier,
        row.size,
        row.sent_digest,
        row.sources.map((one) => [one.path, one.digest]),
      ]),
    )
  return plain(a) === plain(b)
}

/** With the injection it is about, where that can still be read. */
export function described(fault: Fault | null, page: readonly Stored[]): VerifyAnswer['fault'] {
  if (fault === null) return null
  const row = page.find((one) => one.entry.seq === fault.seq)
  return { ...fault, injection_id: row === undefined ? null : injectionIdOf(row) }
}

function injectionIdOf({ entry }: Stored): string | null {
  const row = rowOf(entry.kind, entry.body)
  return typeof row === 'string' || row.kind !== 'injection' ? null : row.injection_id
}

/** A ledger that was written anew holds together; only what was seen of it before shows that. */
export function rewritten({ entry }: Stored, seen: Seen | undefined): VerifyAnswer['fault'] {
  if (seen === undefined || seen.digest === entry.digest) return null
  const detail = `it is not the entry that ${seen.where} has: the ledger was written anew`
  return { seq: entry.seq, what: 'rewritten', detail, injection_id: null }
}

export function cutOff(head: Head, seen: readonly Seen[]): VerifyAnswer['fault'] {
  const further = seen
    .filter((one) => one.seq > head.seq && one.maybeLater !== true)
    .sort((a, b) => b.seq - a.seq)[0]
  if (further === undefined) return null
  const detail = `the ledger ends at ${head.seq}, and ${further.where} has seen entry ${further.seq}`
  return { seq: head.seq + 1, what: 'removed', detail, injection_id: null }
}

/** Columns that no digest covers, because they follow from others. */
async function strayRow(view: LedgerView, ledger: Ledger): Promise<Fault | null> {
  const [first] = await view.strays(ledger.uid)
  if (first === undefined) return null
  const { seq, what } = first
  const inserted = ledger.head === null || seq > ledger.head.seq || what.endsWith('no entry')
  return { seq, what: inserted ? 'inserted' : 'altered', detail: what }
}
