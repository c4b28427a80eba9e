import {
  buildSectionRows,
  computeEntryDigest,
  type Entry,
  type EntryRow,
  getRecordedGaps,
  isEntryUid,
  parseDraftRow,
} from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { ImportItem, StoreImportResult } from '../../../ports/index.ts'
import { insertEntry, type LedgerEnd, pickLater, readLedgerEnd } from './append.ts'
import { decodeBlob } from './encode-blob.ts'
import { findBlob, writeBlob, writeEntryRows, writeSectionRows } from './entry-rows.ts'
import { findOrCreateProjectRow, findProjectRow, type ProjectRow } from './project-row.ts'
import { getNumber, getText, query, type Transaction } from './query.ts'
import type { WriteDeps } from './write-deps.ts'

type Gap = readonly [number, number]
type Refuse = (reason: string) => Refusal

/** A ledger that receives entries. */
interface GrowingLedger {
  readonly project: ProjectRow
  end: LedgerEnd
  /** Missing entries, and the gaps that a repair has recorded. */
  readonly gaps: Gap[]
  readonly recordedGaps: Gap[]
}

/** An import under way. Every arrival belongs to the same transaction. */
export class LedgerImport {
  readonly #deps: WriteDeps
  readonly #ledgers = new Map<string, GrowingLedger>()
  /** Digests of accounts that entries refer to, and of blobs that were written. */
  readonly #accounts = new Set<string>()
  readonly #written = new Set<string>()
  #entries = 0
  #known = 0

  constructor(deps: WriteDeps) {
    this.#deps = deps
  }

  *take(arrival: ImportItem): Transaction<void> {
    if (arrival.kind === 'ledger') yield* this.#openLedger(arrival.uid, arrival.name)
    else if (arrival.kind === 'blob') yield* this.#takeBlob(arrival.digest, arrival.content)
    else if (arrival.kind === 'entry') yield* this.#takeEntry(arrival.uid, arrival.stored.entry)
    else throw refuseImport('it contains an item that is not a ledger, an entry or a text')
  }

  /** Makes the checks that need the whole import. */
  *finish(): Transaction<StoreImportResult> {
    for (const [uid, { gaps, recordedGaps }] of this.#ledgers) {
      const gap = gaps.find(
        ([from, to]) => !recordedGaps.some(([first, last]) => first <= from && to <= last),
      )
      if (gap !== undefined) throw refuseImport(`ledger ${uid}: entry ${gap[0]} is missing`)
    }
    yield* this.#writeSections()
    return { entries: this.#entries, known: this.#known, blobs: this.#written.size }
  }

  *#openLedger(uid: string, name: string): Transaction<GrowingLedger> {
    if (!isEntryUid(uid)) throw refuseImport(`${JSON.stringify(uid)} cannot name a ledger`)
    const opened = this.#ledgers.get(uid)
    if (opened !== undefined) return opened
    const project = yield* findOrCreateProjectRow(this.#deps, { uid, name: String(name) })
    const end = yield* readLedgerEnd(this.#deps, project)
    const ledger = { project, end, gaps: [], recordedGaps: [] }
    this.#ledgers.set(uid, ledger)
    return ledger
  }

  /** An entry may come without a description of its ledger if the store has the ledger already. */
  *#findLedger(uid: string): Transaction<GrowingLedger> {
    const opened = this.#ledgers.get(uid)
    if (opened !== undefined) return opened
    const isKnown = isEntryUid(uid) && (yield* findProjectRow(this.#deps, { uid, name: uid })) !== null
    if (!isKnown)
      throw refuseImport(`an entry belongs to the ledger ${JSON.stringify(uid)}, which is not described`)
    return yield* this.#openLedger(uid, uid)
  }

  *#takeEntry(uid: string, entry: Entry): Transaction<void> {
    const ledger = yield* this.#findLedger(uid)
    const refuse: Refuse = (reason) => refuseImport(`ledger ${uid}, entry ${entry.seq}: ${reason}`)
    const row = this.#checkEntry(entry, refuse)
    if (row.kind === 'injection') this.#accounts.add(row.account)
    if (entry.seq <= ledger.end.seq) {
      yield* this.#compareEntry(ledger, entry, refuse)
      return
    }
    if (entry.seq > ledger.end.seq + 1) ledger.gaps.push([ledger.end.seq + 1, entry.seq - 1])
    else if (entry.prev !== ledger.end.digest)
      throw refuse(`it does not follow the entry ${ledger.end.seq} of this store`)
    yield* this.#addEntry(ledger, { entry, row }, refuse)
  }

  #checkEntry(entry: Entry, refuse: Refuse): EntryRow {
    if (!Number.isSafeInteger(entry.seq) || entry.seq < 1) throw refuse('its number is invalid')
    const row = parseDraftRow(entry)
    if (typeof row === 'string') throw refuse(row)
    // After a gap, the store has no entry to compare this digest with.
    if (!isEntryUid(entry.prev)) throw refuse('the digest of the entry before it is invalid')
    if (computeEntryDigest(entry, this.#deps.hash) !== entry.digest)
      throw refuse('its content does not match its digest')
    return row
  }

  *#addEntry(
    ledger: GrowingLedger,
    { entry, row }: { entry: Entry; row: EntryRow },
    refuse: Refuse,
  ): Transaction<void> {
    const highAt = pickLater(ledger.end.highAt, entry.at)
    if (!(yield* insertEntry(ledger.project.id, entry, highAt)))
      throw refuse('its uid is used by another entry')
    yield* writeEntryRows({ deps: this.#deps, project: ledger.project.id, entry, row, blobs: [] })
    ledger.recordedGaps.push(...getRecordedGaps(entry))
    ledger.end = { seq: entry.seq, digest: entry.digest, highAt }
    this.#entries++
  }

  *#compareEntry(ledger: GrowingLedger, entry: Entry, refuse: Refuse): Transaction<void> {
    const [row] = yield* query(
      'SELECT digest FROM entries WHERE project_id = ? AND seq = ?',
      ...[ledger.project.id, entry.seq],
    )
    if (row === undefined) throw refuse('this store has lost it')
    if (getText(row, 'digest') !== entry.digest) throw refuse('this store has a different one')
    this.#known++
  }

  *#takeBlob(digest: string, content: string): Transaction<void> {
    if (typeof content !== 'string' || this.#deps.hash(content) !== digest) {
      throw refuseImport(`a text does not match its digest ${digest}`)
    }
    const found = yield* findBlob(this.#deps, digest)
    if (found?.kept) return
    yield* writeBlob(this.#deps, digest, content)
    this.#written.add(digest)
  }

  /** Only entries show which blobs are accounts, and they may come before or after the blobs. */
  *#writeSections(): Transaction<void> {
    for (const digest of new Set([...this.#accounts, ...this.#written])) {
      const [blob] = yield* query('SELECT id, codec, data FROM blobs WHERE digest = ?', digest)
      if (blob === undefined || blob.data === null) continue
      const id = getNumber(blob, 'id')
      if (!(yield* this.#lacksSections(id, digest))) continue
      const content = decodeBlob(blob.codec, blob.data)
      if (buildSectionRows(content) !== null) yield* writeSectionRows(id, content)
    }
  }

  *#lacksSections(id: number, digest: string): Transaction<boolean> {
    const sections = yield* query('SELECT 1 FROM sections WHERE account_id = ? LIMIT 1', id)
    if (sections.length > 0) return false
    if (this.#accounts.has(digest)) return true
    const uses = yield* query(
      'SELECT 1 FROM projects p JOIN injections i ON i.project_id = p.id WHERE i.account_id = ? LIMIT 1',
      id,
    )
    return uses.length > 0
  }
}

function refuseImport(reason: string): Refusal {
  return new Refusal(
    'import-invalid',
    reason,
    'Nothing was taken in. Export the ledger again, or import into an empty store.',
  )
}
