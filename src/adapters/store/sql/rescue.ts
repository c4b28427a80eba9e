import {
  type BlobRole,
  computeEntryDigest,
  type Entry,
  type EntryRow,
  type EventBody,
  isEntryUid,
  linkEntry,
  parseDraftRow,
  RecordedLosses,
} from '../../../core/receipt/index.ts'
import { insertEntry, type LedgerEnd, pickLater, readLedgerEnd } from './append.ts'
import { decodeBlob } from './encode-blob.ts'
import { writeBlob, writeEntryRows, writeSectionRows } from './entry-rows.ts'
import { createProjectRow, type ProjectRow } from './project-row.ts'
import { query, type Row, type Transaction } from './query.ts'
import { rescueRecords } from './rescue-records.ts'
import { rescueSessions } from './rescue-sessions.ts'
import type { Salvage } from './salvage.ts'
import type { WriteDeps } from './write-deps.ts'

type Gap = readonly [number, number]

export interface RescueResult {
  readonly entries: number
  /** First and last entry of each gap, of all ledgers. */
  readonly lost: readonly Gap[]
  readonly lostBlobs: number
  readonly ledgers: readonly { readonly uid: string; readonly name: string; readonly lost: readonly Gap[] }[]
}

/** A ledger that is being copied into the new file. */
interface RescuedLedger {
  readonly oldId: number
  readonly project: ProjectRow
  readonly name: string
  end: LedgerEnd
  readonly gaps: Gap[]
  /** Texts and accounts that its entries refer to, by digest, with the last entry that does. */
  readonly blobUses: Map<string, { readonly seq: number; readonly role: BlobRole }>
  /** Losses and deletions that the ledger already records. */
  readonly losses: RecordedLosses
}

/** Copies every entry byte for byte. The rows that follow from entries are written anew. */
export function* rescueLedgers(
  deps: WriteDeps,
  salvage: Salvage,
  random: () => string,
): Transaction<RescueResult> {
  const ledgers = yield* createLedgers(deps, salvage)
  let entries = 0
  for (const row of salvage.entries()) {
    const ledger = ledgers.get(Number(row.project_id))
    if (ledger !== undefined && (yield* rescueEntry(deps, ledger, row))) entries++
  }
  const missing = yield* rescueBlobs(deps, salvage, ledgers)
  yield* rescueSessions(salvage)
  yield* rescueRecords(salvage, ledgers)
  const reports: RescueResult['ledgers'][number][] = []
  const lostBlobs = new Set<string>()
  for (const ledger of ledgers.values()) {
    const last = limitLastSeq(salvage.lastSeq(ledger.oldId), ledger.end.seq)
    const { lost, lost_blobs } = yield* recordLosses({ deps, ledger, last, missing, random })
    for (const digest of lost_blobs) lostBlobs.add(digest)
    reports.push({ uid: ledger.project.uid, name: ledger.name, lost })
  }
  return { entries, lost: reports.flatMap(({ lost }) => lost), lostBlobs: lostBlobs.size, ledgers: reports }
}

/** A number far above all others is damage, not a trace of lost entries. */
const limitLastSeq = (last: number, end: number) => (last > end + 10_000_000 ? end : last)

function* createLedgers(deps: WriteDeps, salvage: Salvage): Transaction<Map<number, RescuedLedger>> {
  const ledgers = new Map<number, RescuedLedger>()
  const found = salvage.projects().filter(({ uid }) => isEntryUid(uid))
  for (const { id, uid, name, own } of found) {
    // If the mark cannot be read, a single ledger is taken for the project's own.
    const project = yield* createProjectRow(deps, { uid, name, own: own ?? found.length === 1 })
    const end = yield* readLedgerEnd(deps, project)
    const empty = { gaps: [], blobUses: new Map(), losses: new RecordedLosses() }
    ledgers.set(id, { oldId: id, project, name, end, ...empty })
  }
  return ledgers
}

/** Returns false if the row is not a valid entry any more: it then belongs to a gap. */
function* rescueEntry(deps: WriteDeps, ledger: RescuedLedger, stored: Row): Transaction<boolean> {
  const { seq, uid, kind, at, prev, digest, body } = stored
  const entry = { seq, uid, kind, at, prev, digest, body } as Entry
  const row = parseDraftRow(entry)
  if (typeof row === 'string' || !Number.isSafeInteger(seq) || !isEntryUid(prev)) return false
  if (entry.seq <= ledger.end.seq || computeEntryDigest(entry, deps.hash) !== digest) return false
  const highAt = pickLater(ledger.end.highAt, entry.at)
  if (!(yield* insertEntry(ledger.project.id, entry, highAt))) return false
  yield* writeEntryRows({ deps, project: ledger.project.id, entry, row, blobs: [] })
  noteEntry(ledger, entry, row)
  if (entry.seq > ledger.end.seq + 1) ledger.gaps.push([ledger.end.seq + 1, entry.seq - 1])
  ledger.end = { seq: entry.seq, digest: entry.digest, highAt }
  return true
}

function noteEntry({ blobUses, losses }: RescuedLedger, entry: Entry, row: EntryRow): void {
  losses.take(entry)
  if (row.kind !== 'injection') return
  if (row.text !== null) blobUses.set(row.text, { seq: entry.seq, role: 'text' })
  blobUses.set(row.account, { seq: entry.seq, role: 'account' })
}

/** Returns the digests that entries refer to and that the file has no row for. A pruned blob still has its row. */
function* rescueBlobs(
  deps: WriteDeps,
  salvage: Salvage,
  ledgers: ReadonlyMap<number, RescuedLedger>,
): Transaction<Set<string>> {
  const missing = new Set<string>()
  const accounts = new Set<string>()
  for (const { blobUses } of ledgers.values()) {
    for (const [digest, { role }] of blobUses) {
      missing.add(digest)
      if (role === 'account') accounts.add(digest)
    }
  }
  for (const { digest, codec, data } of salvage.blobs()) {
    if (typeof digest !== 'string' || !missing.has(digest)) continue
    const content = data === null ? null : decodeBlob(codec, data)
    if (content !== null && deps.hash(content) !== digest) continue
    missing.delete(digest)
    if (content === null) continue
    const id = yield* writeBlob(deps, digest, content)
    if (accounts.has(digest)) yield* writeSectionRows(id, content)
  }
  return missing
}

interface LossesInput {
  readonly deps: WriteDeps
  readonly ledger: RescuedLedger
  readonly last: number
  readonly missing: ReadonlySet<string>
  readonly random: () => string
}

/** Appends an entry that names the losses. Its number is above every number that the ledger ever used. */
function* recordLosses(input: LossesInput): Transaction<EventBody & { name: 'repaired' }> {
  const { deps, ledger, last, missing, random } = input
  const { project, end, gaps, blobUses, losses } = ledger
  if (last > end.seq) gaps.push([end.seq + 1, last])
  const lost = gaps.filter(
    ([from, to]) => !losses.gaps.some(([first, final]) => first <= from && to <= final),
  )
  const lost_blobs = [...blobUses]
    .filter(([digest, { seq, role }]) => missing.has(digest) && !losses.covers(seq, role, digest))
    .map(([digest]) => digest)
  const body: EventBody & { name: 'repaired' } = { name: 'repaired', lost, lost_blobs }
  if (lost.length === 0 && lost_blobs.length === 0) return body
  const at = deps.clock().toISOString()
  const draft = { uid: random(), kind: 'event', at, body: JSON.stringify(body) } as const
  const entry = linkEntry(draft, Math.max(end.seq, last) + 1, end.digest, deps.hash)
  yield* insertEntry(project.id, entry, pickLater(end.highAt, at))
  yield* query(
    'INSERT INTO events (project_id, seq, name) VALUES (?, ?, ?)',
    project.id,
    entry.seq,
    body.name,
  )
  return body
}
