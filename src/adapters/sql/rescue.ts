import {
  type BlobRole,
  columnsOf,
  digestOf,
  type Entry,
  type EventBody,
  Excuses,
  isUid,
  link,
  type Row,
} from '../../core/ledger/index.ts'
import { endOf, insertEntry, later, make } from './append.ts'
import { besides, fillBlob, writeSections } from './beside.ts'
import { unpack } from './blob-codec.ts'
import { rescueRecords } from './rescue-records.ts'
import { rescueSessions } from './rescue-sessions.ts'
import type { Salvage } from './salvage.ts'
import type { End, Project, Tools } from './tools.ts'
import { ask, type Line, type Work } from './work.ts'

type Gap = readonly [number, number]

export interface Rescued {
  readonly entries: number
  /** Of all ledgers: first and last entry of each gap. */
  readonly lost: readonly Gap[]
  readonly lostBlobs: number
  readonly ledgers: readonly { readonly uid: string; readonly name: string; readonly lost: readonly Gap[] }[]
}

/** A ledger on its way into the new file. */
interface Moving {
  readonly was: number
  readonly project: Project
  readonly name: string
  end: End
  readonly gaps: Gap[]
  /** Texts and accounts that its entries refer to, by digest; where each is referred to last. */
  readonly refers: Map<string, { readonly seq: number; readonly role: BlobRole }>
  /** What is known to have been lost or deleted before. */
  readonly excuses: Excuses
}

/** Every entry as it was, byte for byte; what is kept beside it is made anew. */
export function* rescue(tools: Tools, salvage: Salvage, random: () => string): Work<Rescued> {
  const ledgers = yield* moveLedgers(tools, salvage)
  let entries = 0
  for (const line of salvage.entries()) {
    const moving = ledgers.get(Number(line.project_id))
    if (moving !== undefined && (yield* moveEntry(tools, moving, line))) entries++
  }
  const gone = yield* moveBlobs(tools, salvage, ledgers)
  yield* rescueSessions(salvage)
  yield* rescueRecords(salvage, ledgers)
  const reports: Rescued['ledgers'][number][] = []
  const lostBlobs = new Set<string>()
  for (const moving of ledgers.values()) {
    const last = believable(salvage.lastSeq(moving.was), moving.end.seq)
    const lost = yield* ownUp({ tools, moving, last, gone, random })
    for (const digest of lost.lost_blobs) lostBlobs.add(digest)
    reports.push({ uid: moving.project.uid, name: moving.name, lost: lost.lost })
  }
  return { entries, lost: reports.flatMap(({ lost }) => lost), lostBlobs: lostBlobs.size, ledgers: reports }
}

/** A number far from all others is damage itself, not a trace of entries. */
const believable = (last: number, end: number) => (last > end + 10_000_000 ? end : last)

function* moveLedgers(tools: Tools, salvage: Salvage): Work<Map<number, Moving>> {
  const ledgers = new Map<number, Moving>()
  const found = salvage.projects().filter(({ uid }) => isUid(uid))
  for (const { id, uid, name, own } of found) {
    // A mark that cannot be read is in doubt only where there are several.
    const project = yield* make(tools, { uid, name, own: own ?? found.length === 1 })
    const end = yield* endOf(tools, project)
    ledgers.set(id, { was: id, project, name, end, gaps: [], refers: new Map(), excuses: new Excuses() })
  }
  return ledgers
}

/** False for what is no entry any more: it becomes part of a gap. */
function* moveEntry(tools: Tools, moving: Moving, line: Line): Work<boolean> {
  const { seq, uid, kind, at, prev, digest, body } = line
  const entry = { seq, uid, kind, at, prev, digest, body } as Entry
  const row = columnsOf(entry)
  if (typeof row === 'string' || !Number.isSafeInteger(seq) || !isUid(prev)) return false
  if (entry.seq <= moving.end.seq || digestOf(entry, tools.hash) !== digest) return false
  const highAt = later(moving.end.highAt, entry.at)
  if (!(yield* insertEntry(moving.project.id, entry, highAt))) return false
  yield* besides({ tools, project: moving.project.id, entry, row, blobs: [] })
  note(moving, entry, row)
  if (entry.seq > moving.end.seq + 1) moving.gaps.push([moving.end.seq + 1, entry.seq - 1])
  moving.end = { seq: entry.seq, digest: entry.digest, highAt }
  return true
}

function note({ refers, excuses }: Moving, entry: Entry, row: Row): void {
  excuses.take(entry)
  if (row.kind !== 'injection') return
  if (row.text !== null) refers.set(row.text, { seq: entry.seq, role: 'text' })
  refers.set(row.account, { seq: entry.seq, role: 'account' })
}

/** Answers with the digests whose texts are neither there nor known to have been deleted. */
function* moveBlobs(tools: Tools, salvage: Salvage, ledgers: ReadonlyMap<number, Moving>): Work<Set<string>> {
  const missing = new Set<string>()
  const accounts = new Set<string>()
  for (const { refers } of ledgers.values()) {
    for (const [digest, { role }] of refers) {
      missing.add(digest)
      if (role === 'account') accounts.add(digest)
    }
  }
  for (const { digest, codec, data } of salvage.blobs()) {
    if (typeof digest !== 'string' || !missing.has(digest)) continue
    const content = data === null ? null : unpack(codec, data)
    if (content !== null && tools.hash(content) !== digest) continue
    missing.delete(digest)
    if (content === null) continue
    const id = yield* fillBlob(tools, digest, content)
    if (accounts.has(digest)) yield* writeSections(id, content)
  }
  return missing
}

interface Owning {
  readonly tools: Tools
  readonly moving: Moving
  readonly last: number
  readonly gone: ReadonlySet<string>
  readonly random: () => string
}

/** Says in the ledger itself what it has lost, after everything that it ever held. */
function* ownUp({ tools, moving, last, gone, random }: Owning): Work<EventBody & { name: 'repaired' }> {
  const { project, end, gaps, refers, excuses } = moving
  if (last > end.seq) gaps.push([end.seq + 1, last])
  const lost = gaps.filter(
    ([from, to]) => !excuses.gaps.some(([first, final]) => first <= from && to <= final),
  )
  const lost_blobs = [...refers]
    .filter(([digest, { seq, role }]) => gone.has(digest) && !excuses.covers(seq, role, digest))
    .map(([digest]) => digest)
  const body: EventBody & { name: 'repaired' } = { name: 'repaired', lost, lost_blobs }
  if (lost.length === 0 && lost_blobs.length === 0) return body
  const at = tools.clock().toISOString()
  const draft = { uid: random(), kind: 'event', at, body: JSON.stringify(body) } as const
  const entry = link(draft, Math.max(end.seq, last) + 1, end.digest, tools.hash)
  yield* insertEntry(project.id, entry, later(end.highAt, at))
  yield* ask('INSERT INTO events (project_id, seq, name) VALUES (?, ?, ?)', project.id, entry.seq, body.name)
  return body
}
