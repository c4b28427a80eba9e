import {
  buildSectionRows,
  type LedgerFault,
  RecordedLosses,
  type SectionRow,
  type StoredEntry,
} from '../../../core/receipt/index.ts'
import type { Hash, Ledger, Store } from '../../../ports/index.ts'
import { findAlteredRecord } from './altered-record.ts'
import {
  addInjectionId,
  type FoundFault,
  type KnownHead,
  type LedgerVerdict,
  LedgerVerifier,
} from './ledger-verifier.ts'

/** The part of a store that verification reads. */
export type LedgerView = Pick<
  Store,
  'entries' | 'blob' | 'present' | 'readSections' | 'strays' | 'recordBodies'
>

export interface VerifyLedgerInput {
  readonly ledger: Ledger
  /** Heads that the ledger must still contain. */
  readonly seen: readonly KnownHead[]
  readonly tell: (done: number) => void
}

const page = 1000

/** Verifies a whole ledger: every entry, every column beside it, every text it refers to. */
export async function verifyLedger(
  view: LedgerView,
  hash: Hash,
  input: VerifyLedgerInput,
): Promise<LedgerVerdict> {
  const { ledger, seen, tell } = input
  const subject = {
    project: ledger.name,
    uid: ledger.uid,
    seen,
    losses: await readRecordedLosses(view, ledger.uid),
  }
  const verifier = new LedgerVerifier(subject, hash)
  const texts = new Texts(view, hash, verifier)
  let fault: FoundFault = null
  for await (const batch of readPages(view, ledger.uid)) {
    for (const stored of batch) fault ??= verifier.take(stored)
    fault ??= await texts.take(batch)
    if (fault !== null) break
    tell(verifier.entries)
  }
  fault ??= await findStrayRow(view, ledger)
  return verifier.verdict(fault ?? (await findAlteredRecord(view, hash, ledger)))
}

async function* readPages(view: LedgerView, uid: string, kind?: 'event'): AsyncGenerator<StoredEntry[]> {
  for (let after = 0; ; ) {
    const batch = await view.entries(uid, after, page, kind)
    if (batch.length === 0) return
    yield batch
    after = batch.at(-1)!.entry.seq
  }
}

/** Reads events first, because they excuse gaps and missing texts. The events themselves are verified like all entries. */
async function readRecordedLosses(view: LedgerView, uid: string): Promise<RecordedLosses> {
  const losses = new RecordedLosses()
  for await (const batch of readPages(view, uid, 'event')) for (const { entry } of batch) losses.take(entry)
  return losses
}

/** Verifies every text once, even if many entries refer to it. */
class Texts {
  readonly #checked = new Set<string>()
  readonly #view: LedgerView
  readonly #hash: Hash
  readonly #examination: LedgerVerifier

  constructor(view: LedgerView, hash: Hash, verifier: LedgerVerifier) {
    this.#view = view
    this.#hash = hash
    this.#examination = verifier
  }

  async take(batch: readonly StoredEntry[]): Promise<FoundFault> {
    const needed = batch.flatMap(listReferredTexts).filter(({ digest }) => !this.#checked.has(digest))
    const present = await this.#view.present([...new Set(needed.map((text) => text.digest))])
    for (const { stored, role, digest } of needed) {
      if (this.#checked.has(digest)) continue
      const { seq } = stored.entry
      const here = present.has(digest)
      const detail = here ? await this.#content(role, digest) : this.#examination.missing(seq, role, digest)
      if (detail !== null) return addInjectionId({ seq, what: here ? 'altered' : 'removed', detail }, stored)
      if (here) this.#checked.add(digest)
    }
    return null
  }

  async #content(role: 'account' | 'text', digest: string): Promise<string | null> {
    const content = await this.#view.blob(digest)
    if (content === null || this.#hash(content) !== digest)
      return `its ${role} differs from the one that was recorded`
    if (role === 'text') return null
    return isSame(buildSectionRows(content), await this.#view.readSections(digest))
      ? null
      : 'the sections stored beside its account differ from the account'
  }
}

/** Lists the texts that an entry refers to. */
export function listReferredTexts(stored: StoredEntry) {
  const { row } = stored
  if (row?.kind !== 'injection') return []
  const account = { stored, role: 'account' as const, digest: row.account }
  return row.text === null ? [account] : [account, { stored, role: 'text' as const, digest: row.text }]
}

function isSame(a: readonly SectionRow[] | null, b: readonly SectionRow[] | null): boolean {
  const plain = (rows: readonly SectionRow[] | null) =>
    JSON.stringify(
      (rows ?? []).map((row) => [
        row.position,
        row.section,
        row.tier,
        row.size,
        row.sent_digest,
        row.sources.map((source) => [source.path, source.digest]),
      ]),
    )
  return plain(a) === plain(b)
}

/** Checks columns that no digest covers, because they are derived from other columns. */
async function findStrayRow(view: LedgerView, ledger: Ledger): Promise<FoundFault> {
  const [first] = await view.strays(ledger.uid)
  if (first === undefined) return null
  const { seq, what: detail } = first
  const inserted = ledger.head === null || seq > ledger.head.seq || detail.endsWith('no entry')
  const what: LedgerFault['what'] = inserted ? 'inserted' : 'altered'
  return { seq, what, detail, injection_id: null }
}
