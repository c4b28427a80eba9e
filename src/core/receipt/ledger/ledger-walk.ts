import { computeEntryDigest, computeGenesisDigest, type Entry } from './entry.ts'
import { buildEntryRow, type EntryRow } from './entry-row.ts'

/** An entry in a store, with its search columns. */
export interface StoredEntry {
  readonly entry: Entry
  /** Null if the columns are missing. */
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

/** Checks a ledger from its beginning. Pass every entry to `take`, in order of `seq`; it returns the first fault. */
export class LedgerWalk {
  #last: LedgerHead
  readonly #hash: (text: string) => string
  readonly #lost: readonly (readonly [number, number])[]

  /** `lost`: the gaps that a repair recorded. */
  constructor(
    project: string,
    hash: (text: string) => string,
    lost: readonly (readonly [number, number])[] = [],
  ) {
    this.#hash = hash
    this.#lost = lost
    this.#last = { seq: 0, digest: computeGenesisDigest(project, hash) }
  }

  /** The last valid entry; seq 0 before the first. */
  get head(): LedgerHead {
    return this.#last
  }

  take({ entry, row }: StoredEntry): LedgerFault | null {
    const expected = this.#last.seq + 1
    const isRecordedGap = entry.seq > expected && this.#isLost(expected, entry.seq - 1)
    if (entry.seq > expected && !isRecordedGap) return makeRemovedFault(expected, entry.seq - 1)
    if (entry.seq < expected) return makeFault(entry.seq, 'inserted', 'two entries have this number')
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

  /** Finds the number that fits the digest of an entry. Tries only near numbers, because each costs a digest. */
  #numberOf(entry: Entry): number | null {
    const furthest = 2_000
    for (let seq = Math.max(1, entry.seq - furthest); seq <= entry.seq + furthest; seq++) {
      if (computeEntryDigest({ ...entry, seq }, this.#hash) === entry.digest) return seq
    }
    return null
  }

  /** The entry matches its own digest, but it names another entry before it. */
  #unlinked(entry: Entry): LedgerFault {
    if (entry.seq === 1) return makeFault(1, 'altered', 'it was written for another ledger')
    return makeFault(
      entry.seq - 1,
      'altered',
      `entry ${entry.seq} was written after a different entry ${entry.seq - 1}`,
    )
  }
}

function makeRemovedFault(first: number, last: number): LedgerFault {
  const missing = last > first ? `entries ${first} to ${last} are missing` : `entry ${first} is missing`
  return makeFault(first, 'removed', missing)
}

function makeFault(seq: number, what: LedgerFault['what'], detail: string): LedgerFault {
  return { seq, what, detail }
}

/** Describes a fault in the columns or in the body of an entry; null if there is none. */
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
