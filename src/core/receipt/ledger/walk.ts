import { computeEntryDigest, computeGenesisDigest, type Entry } from './entry.ts'
import { buildEntryRow, type EntryRow } from './rows.ts'

/** An entry as a store has it, with the columns kept beside it. */
export interface StoredEntry {
  readonly entry: Entry
  /** Null where they are missing. */
  readonly row: EntryRow | null
}

export interface LedgerFault {
  readonly seq: number
  readonly what: 'altered' | 'removed' | 'reordered' | 'inserted'
  readonly detail: string
}

export interface LedgerHead {
  readonly seq: number
  readonly digest: string
}

/** Walks a ledger from its beginning. Hand it every entry in order of `seq`; it answers with the first fault. */
export class LedgerWalk {
  #last: LedgerHead
  readonly #hash: (text: string) => string
  readonly #lost: readonly (readonly [number, number])[]

  /** `lost` are gaps that a repair has owned up to. */
  constructor(
    project: string,
    hash: (text: string) => string,
    lost: readonly (readonly [number, number])[] = [],
  ) {
    this.#hash = hash
    this.#lost = lost
    this.#last = { seq: 0, digest: computeGenesisDigest(project, hash) }
  }

  /** The last entry that was found to be right; seq 0 before the first. */
  get head(): LedgerHead {
    return this.#last
  }

  take({ entry, row }: StoredEntry): LedgerFault | null {
    const expected = this.#last.seq + 1
    const isRecordedGap = entry.seq > expected && this.#isLost(expected, entry.seq - 1)
    if (entry.seq > expected && !isRecordedGap) return makeRemovedFault(expected, entry.seq - 1)
    if (entry.seq < expected) return makeFault(entry.seq, 'inserted', 'this number is there twice')
    const intact = computeEntryDigest(entry, this.#hash) === entry.digest
    if (!intact) return this.#alteredOrMoved(entry)
    if (!isRecordedGap && entry.prev !== this.#last.digest) return this.#unlinked(entry)
    const mismatch = compareRow(entry, row)
    if (mismatch !== null) return makeFault(entry.seq, 'altered', mismatch)
    this.#last = { seq: entry.seq, digest: entry.digest }
    return null
  }

  #isLost(from: number, to: number): boolean {
    return this.#lost.some(([first, last]) => first <= from && to <= last)
  }

  #alteredOrMoved(entry: Entry): LedgerFault {
    const from = this.#numberOf(entry)
    return from === null
      ? makeFault(entry.seq, 'altered', 'its content does not match its digest')
      : makeFault(entry.seq, 'reordered', `this is entry ${from}`)
  }

  /** The number under which an entry would be right; only near ones are tried, each costs a digest. */
  #numberOf(entry: Entry): number | null {
    const furthest = 2_000
    for (let seq = Math.max(1, entry.seq - furthest); seq <= entry.seq + furthest; seq++) {
      if (computeEntryDigest({ ...entry, seq }, this.#hash) === entry.digest) return seq
    }
    return null
  }

  /** It is what it says, and it says that something else came before it. */
  #unlinked(entry: Entry): LedgerFault {
    if (entry.seq === 1)
      return makeFault(1, 'altered', 'it does not begin this ledger: it was made for another one')
    return makeFault(
      entry.seq - 1,
      'altered',
      `entry ${entry.seq} was written after a different entry ${entry.seq - 1}`,
    )
  }
}

function makeRemovedFault(first: number, last: number): LedgerFault {
  const rest = last > first ? `, and with it all up to ${last}` : ''
  return makeFault(first, 'removed', `entry ${first} is missing${rest}`)
}

function makeFault(seq: number, what: LedgerFault['what'], detail: string): LedgerFault {
  return { seq, what, detail }
}

/** What is wrong with the columns beside an entry, or with its own shape. */
function compareRow(entry: Entry, row: EntryRow | null): string | null {
  const expected = buildEntryRow(entry.kind, entry.body)
  if (typeof expected === 'string') return expected
  if (row === null) return `its row in the ${entry.kind}s is missing`
  const facts = row as unknown as Record<string, unknown>
  for (const [name, value] of Object.entries(expected)) {
    if (facts[name] !== value) {
      return `the column ${name} says ${JSON.stringify(facts[name])}, the entry ${JSON.stringify(value)}`
    }
  }
  return null
}
