import { Excuses, type Fault, type SectionRow, type Stored, sectionRows } from '../../core/ledger/index.ts'
import type { Hash, Ledger, Store } from '../../ports/index.ts'
import { about, Examination, type Found, type Seen, type Verdict } from './examine.ts'
import { alteredRecord } from './verify-records.ts'

/** What a walk needs of a store. */
export type LedgerView = Pick<
  Store,
  'entries' | 'blob' | 'present' | 'sectionsOf' | 'strays' | 'recordBodies'
>

export interface VerifyOrder {
  readonly ledger: Ledger
  /** Heads that the ledger must still contain. */
  readonly seen: readonly Seen[]
  readonly tell: (done: number) => void
}

const page = 1000

/** Walks the whole ledger: every entry, every column beside it, every text it refers to. */
export async function verify(view: LedgerView, hash: Hash, order: VerifyOrder): Promise<Verdict> {
  const { ledger, seen, tell } = order
  const subject = { project: ledger.name, uid: ledger.uid, seen, excuses: await excusesOf(view, ledger.uid) }
  const examination = new Examination(subject, hash)
  const texts = new Texts(view, hash, examination)
  let fault: Found = null
  for await (const some of pages(view, ledger.uid)) {
    for (const stored of some) fault ??= examination.take(stored)
    fault ??= await texts.take(some)
    if (fault !== null) break
    tell(examination.entries)
  }
  fault ??= await strayRow(view, ledger)
  return examination.verdict(fault ?? (await alteredRecord(view, hash, ledger)))
}

async function* pages(view: LedgerView, uid: string, kind?: 'event'): AsyncGenerator<Stored[]> {
  for (let after = 0; ; ) {
    const some = await view.entries(uid, after, page, kind)
    if (some.length === 0) return
    yield some
    after = some.at(-1)!.entry.seq
  }
}

/** They come first because they excuse gaps and missing texts. Whether they themselves are right is found on the way. */
async function excusesOf(view: LedgerView, uid: string): Promise<Excuses> {
  const excuses = new Excuses()
  for await (const some of pages(view, uid, 'event')) for (const { entry } of some) excuses.take(entry)
  return excuses
}

/** Looks at every text once, however many entries refer to it. */
class Texts {
  readonly #checked = new Set<string>()
  readonly #view: LedgerView
  readonly #hash: Hash
  readonly #examination: Examination

  constructor(view: LedgerView, hash: Hash, examination: Examination) {
    this.#view = view
    this.#hash = hash
    this.#examination = examination
  }

  async take(some: readonly Stored[]): Promise<Found> {
    const needed = some.flatMap(textsOf).filter(({ digest }) => !this.#checked.has(digest))
    const present = await this.#view.present([...new Set(needed.map((one) => one.digest))])
    for (const { stored, role, digest } of needed) {
      if (this.#checked.has(digest)) continue
      const { seq } = stored.entry
      const here = present.has(digest)
      const detail = here ? await this.#content(role, digest) : this.#examination.missing(seq, role, digest)
      if (detail !== null) return about({ seq, what: here ? 'altered' : 'removed', detail }, stored)
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

/** What an entry refers to. */
export function textsOf(stored: Stored) {
  const { row } = stored
  if (row?.kind !== 'injection') return []
  const account = { stored, role: 'account' as const, digest: row.account }
  return row.text === null ? [account] : [account, { stored, role: 'text' as const, digest: row.text }]
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

/** Columns that no digest covers, because they follow from others. */
async function strayRow(view: LedgerView, ledger: Ledger): Promise<Found> {
  const [first] = await view.strays(ledger.uid)
  if (first === undefined) return null
  const { seq, what: detail } = first
  const inserted = ledger.head === null || seq > ledger.head.seq || detail.endsWith('no entry')
  const what: Fault['what'] = inserted ? 'inserted' : 'altered'
  return { seq, what, detail, injection_id: null }
}
