import { hash } from '../../adapters/cache/index.ts'
import { renderPacketText } from '../../core/packet/index.ts'
import { makeRenderInput, makeRule } from '../../core/packet/render/render-packet-text.fixture.ts'
import {
  buildAccount,
  buildEntryRow,
  buildInjectionBody,
  type EntryBodies,
  type EntryKind,
  linkEntry,
  type Receipt,
  type ReceiptSection,
  type StoredEntry,
  sealText,
} from '../../core/receipt/index.ts'
import { receiptFor } from '../../core/receipt/receipt.fixture.ts'
import { joinLines, type SourceLine } from '../../core/values/index.ts'
import type { LogRow } from '../../ports/index.ts'
import type { HistoryDeps } from './find-injection.ts'

/** A ledger in memory, with its entries and blobs open to tests. */
export interface MemoryLedger extends HistoryDeps {
  readonly entries: StoredEntry[]
  readonly blobs: Map<string, string>
  add<Kind extends EntryKind>(kind: Kind, body: EntryBodies[Kind]): number
  /** Records an injection and returns its number. */
  inject(sent: Sent): number
}

export interface Sent {
  readonly receipt: Receipt
  /** Null if it was refused. */
  readonly text: string | null
}

export function makeMemoryLedger(): MemoryLedger {
  const entries: StoredEntry[] = []
  const blobs = new Map<string, string>()
  const add = <Kind extends EntryKind>(kind: Kind, body: EntryBodies[Kind]) => {
    const seq = entries.length + 1
    const at = `2026-01-03T18:30:${String(seq % 60).padStart(2, '0')}.000Z`
    const draft = { uid: `u${seq}`, kind, at, body: JSON.stringify(body) }
    const row = buildEntryRow(kind, draft.body)
    entries.push({
      entry: linkEntry(draft, seq, 'sha256:prev', hash),
      row: typeof row === 'string' ? null : row,
    })
    return seq
  }
  const inject = ({ receipt, text }: Sent) => {
    const account = JSON.stringify(buildAccount(receipt))
    const sealed = text === null ? null : sealText(text, receipt.injection_id)
    blobs.set(hash(account), account)
    if (sealed !== null) blobs.set(hash(sealed), sealed)
    return add('injection', buildInjectionBody(receipt, hash(account), sealed === null ? null : hash(sealed)))
  }
  return { project: 'app', uid: 'app@1', hash, entries, blobs, add, inject, store: makeStore(entries, blobs) }
}

function makeStore(
  entries: readonly StoredEntry[],
  blobs: ReadonlyMap<string, string>,
): HistoryDeps['store'] {
  return {
    async log(_uid, { limit, session, before = Number.POSITIVE_INFINITY }) {
      const all = entries.filter(({ entry }) => entry.kind === 'injection' && entry.seq < before)
      const some = all.filter(({ row }) => session === undefined || getSession(row) === session)
      return some.reverse().slice(0, limit).map(makeLogRow)
    },
    async entries(_uid, after, limit, kind) {
      const some = entries.filter(({ entry }) => entry.seq > after && (kind ?? entry.kind) === entry.kind)
      return some.slice(0, limit)
    },
    async injections(_uid, id) {
      return entries.filter(({ row }) => row?.kind === 'injection' && row.injection_id === id)
    },
    async findOutcome(_uid, runId) {
      return entries.find(({ row }) => row?.kind === 'outcome' && row.run_id === runId) ?? null
    },
    async blob(digest) {
      return blobs.get(digest) ?? null
    },
    async present(digests) {
      return new Set(digests.filter((digest) => blobs.has(digest)))
    },
  }
}

function makeLogRow({ entry, row }: StoredEntry): LogRow {
  if (row?.kind !== 'injection') throw new Error('no injection')
  const { kind: _, text: __, ...columns } = row
  return { seq: entry.seq, at: entry.at, digest: entry.digest, ...columns, outcome: null }
}

export interface Written {
  readonly id: string
  readonly lines: readonly SourceLine[]
  readonly over?: Partial<ReceiptSection>
  readonly source?: { readonly path: string; readonly text: string }
}

let count = 0

/** Renders a packet as usual, with its receipt. */
export function makePacket(
  sections: readonly Written[],
  over: Partial<Receipt> = {},
  rule: object = {},
): Sent {
  const injection_id = over.injection_id ?? `INJ-20260103-183000-${String(++count).padStart(6, '0')}`
  const attributes = { injection_id: '{injection_id}' }
  const { text, map } = renderPacketText(
    makeRenderInput({
      rule: makeRule({ attributes, ...rule }),
      values: { injection_id },
      sections: sections.map(({ id, lines, source }) => ({
        id,
        heading: id.toUpperCase(),
        lines,
        source: source?.path ?? `docs/${id}.md`,
      })),
    }),
  )
  const receipt: Receipt = {
    ...receiptFor(),
    injection_id,
    map,
    packet_digest: hash(text),
    sections: sections.map((section) => makeReceiptSection(section)),
    ...over,
  }
  return { receipt, text }
}

function makeReceiptSection({ id, lines, over, source }: Written): ReceiptSection {
  const [base] = receiptFor().sections
  const path = source?.path ?? `docs/${id}.md`
  const digest = hash(source?.text ?? `the source of ${id}`)
  return {
    ...base!,
    id,
    source: path,
    sources: [{ path, digest, bytes: 1 }],
    size: joinLines(lines).length,
    sent_digest: hash(joinLines(lines)),
    ...over,
  }
}

/** A section that has its whole source. */
export function makeWholeSection(id: string, text: string): Written {
  const lines = text.split('\n').map((line, i) => ({ text: line, at: i + 1 }))
  return { id, lines, source: { path: `docs/${id}.md`, text: `${text}\n` } }
}

const getSession = (row: StoredEntry['row']) => (row?.kind === 'injection' ? row.session_id : null)
