import {
  columnsOf,
  digestOf,
  type Entry,
  gapsOwnedBy,
  isUid,
  type Row,
  sectionRows,
} from '../../core/ledger/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Arrival, Imported } from '../../ports/index.ts'
import { endOf, find, findOrMake, insertEntry, later } from './append.ts'
import { besides, fillBlob, findBlob, writeSections } from './beside.ts'
import { unpack } from './blob-codec.ts'
import type { End, Project, Tools } from './tools.ts'
import { ask, textIn, type Work } from './work.ts'

type Gap = readonly [number, number]

/** A ledger that entries are arriving for. */
interface Growing {
  readonly project: Project
  end: End
  /** Missing entries, and those that a repair has owned up to. */
  readonly gaps: Gap[]
  readonly owned: Gap[]
}

/** An import under way: each arrival is one step of the same transaction. */
export class Arrivals {
  readonly #tools: Tools
  readonly #ledgers = new Map<string, Growing>()
  /** Accounts that entries refer to, and blobs that came, both by digest. */
  readonly #accounts = new Set<string>()
  readonly #filled = new Set<string>()
  #entries = 0
  #known = 0

  constructor(tools: Tools) {
    this.#tools = tools
  }

  *take(arrival: Arrival): Work<void> {
    if (arrival.kind === 'ledger') yield* this.#ledger(arrival.uid, arrival.name)
    else if (arrival.kind === 'blob') yield* this.#blob(arrival.digest, arrival.content)
    else if (arrival.kind === 'entry') yield* this.#entry(arrival.uid, arrival.stored.entry)
    else throw refuse('there is something that is neither a ledger, an entry nor a text')
  }

  /** What can be told only when everything has come. */
  *finish(): Work<Imported> {
    for (const [uid, { gaps, owned }] of this.#ledgers) {
      const gap = gaps.find(([from, to]) => !owned.some(([first, last]) => first <= from && to <= last))
      if (gap !== undefined) throw refuse(`ledger ${uid}: entry ${gap[0]} is missing`)
    }
    yield* this.#writeSections()
    return { entries: this.#entries, known: this.#known, blobs: this.#filled.size }
  }

  *#ledger(uid: string, name: string): Work<Growing> {
    if (!isUid(uid)) throw refuse(`${JSON.stringify(uid)} cannot name a ledger`)
    const there = this.#ledgers.get(uid)
    if (there !== undefined) return there
    const project = yield* findOrMake(this.#tools, { uid, name: String(name) })
    const growing = { project, end: yield* endOf(this.#tools, project), gaps: [], owned: [] }
    this.#ledgers.set(uid, growing)
    return growing
  }

  *#growing(uid: string): Work<Growing> {
    const there = this.#ledgers.get(uid)
    if (there !== undefined) return there
    const known = isUid(uid) && (yield* find(this.#tools, { uid, name: uid })) !== null
    if (!known) throw refuse(`an entry belongs to the ledger ${JSON.stringify(uid)}, which is not described`)
    return yield* this.#ledger(uid, uid)
  }

  *#entry(uid: string, entry: Entry): Work<void> {
    const ledger = yield* this.#growing(uid)
    const wrong = (what: string) => refuse(`ledger ${uid}, entry ${entry.seq}: ${what}`)
    if (!Number.isSafeInteger(entry.seq) || entry.seq < 1) throw wrong('its number is none')
    const row = columnsOf(entry)
    if (typeof row === 'string') throw wrong(row)
    // Behind a gap there is nothing to compare it with.
    if (!isUid(entry.prev)) throw wrong('what it says came before it is no digest')
    if (digestOf(entry, this.#tools.hash) !== entry.digest)
      throw wrong('its content does not match its digest')
    if (row.kind === 'injection') this.#accounts.add(row.account)
    if (entry.seq <= ledger.end.seq) {
      yield* this.#compare(ledger, entry, wrong)
      return
    }
    if (entry.seq > ledger.end.seq + 1) ledger.gaps.push([ledger.end.seq + 1, entry.seq - 1])
    else if (entry.prev !== ledger.end.digest)
      throw wrong(`it does not follow the entry ${ledger.end.seq} that is here`)
    yield* this.#add(ledger, { entry, row }, wrong)
  }

  *#add(
    ledger: Growing,
    { entry, row }: { entry: Entry; row: Row },
    wrong: (what: string) => Refusal,
  ): Work<void> {
    const highAt = later(ledger.end.highAt, entry.at)
    if (!(yield* insertEntry(ledger.project.id, entry, highAt)))
      throw wrong('its uid is used by another entry')
    yield* besides({ tools: this.#tools, project: ledger.project.id, entry, row, blobs: [] })
    ledger.owned.push(...gapsOwnedBy(entry))
    ledger.end = { seq: entry.seq, digest: entry.digest, highAt }
    this.#entries++
  }

  *#compare(ledger: Growing, entry: Entry, wrong: (what: string) => Refusal): Work<void> {
    const sql = 'SELECT digest FROM entries WHERE project_id = ? AND seq = ?'
    const [line] = yield* ask(sql, ledger.project.id, entry.seq)
    if (line === undefined) throw wrong('it was lost here')
    if (textIn(line, 'digest') !== entry.digest) throw wrong('a different one is here')
    this.#known++
  }

  *#blob(digest: string, content: string): Work<void> {
    if (typeof content !== 'string' || this.#tools.hash(content) !== digest) {
      throw refuse(`a text does not match its digest ${digest}`)
    }
    const there = yield* findBlob(this.#tools, digest)
    if (there?.kept) return
    yield* fillBlob(this.#tools, digest, content)
    this.#filled.add(digest)
  }

  /** Which blobs are accounts is known only by the entries, which may come before or after. */
  *#writeSections(): Work<void> {
    for (const digest of new Set([...this.#accounts, ...this.#filled])) {
      const [blob] = yield* ask('SELECT id, codec, data FROM blobs WHERE digest = ?', digest)
      if (blob === undefined || blob.data === null) continue
      const id = Number(blob.id)
      if (!(yield* this.#lacksSections(id, digest))) continue
      const content = unpack(blob.codec, blob.data)
      if (sectionRows(content) !== null) yield* writeSections(id, content)
    }
  }

  *#lacksSections(id: number, digest: string): Work<boolean> {
    const sections = yield* ask('SELECT 1 FROM sections WHERE account_id = ? LIMIT 1', id)
    if (sections.length > 0) return false
    if (this.#accounts.has(digest)) return true
    const sql = `SELECT 1 FROM projects p JOIN injections i ON i.project_id = p.id WHERE i.account_id = ? LIMIT 1`
    return (yield* ask(sql, id)).length > 0
  }
}

function refuse(what: string): Refusal {
  return new Refusal(
    'import-invalid',
    what,
    'Nothing was taken in. Export it again, or import into an empty store.',
  )
}
