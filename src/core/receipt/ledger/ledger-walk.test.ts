import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeEntryDigest, type Entry } from './entry.ts'
import { draftOf, hash, ledgerOf, storedOf } from './ledger.fixture.ts'
import { LedgerWalk, type StoredEntry } from './ledger-walk.ts'

const numbers = Array.from({ length: 8 }, (_, i) => i)
const ledger = ledgerOf(
  'shop',
  numbers.map((n) => draftOf(n)),
)

function firstFault(entries: readonly StoredEntry[], lost: readonly (readonly [number, number])[] = []) {
  const walk = new LedgerWalk('shop', hash, lost)
  for (const stored of entries) {
    const fault = walk.take(stored)
    if (fault !== null) return fault
  }
  return null
}

/** The same ledger with one entry changed. */
function changed(at: number, change: (entry: Entry) => Entry): StoredEntry[] {
  return ledger.map((stored, i) => (i === at ? storedOf(change(stored.entry)) : stored))
}

describe('walking a ledger', () => {
  it('finds nothing wrong with an untouched ledger', () => {
    const walk = new LedgerWalk('shop', hash)
    expect(ledger.map((stored) => walk.take(stored))).toEqual(ledger.map(() => null))
    expect(walk.head).toEqual({ seq: 8, digest: ledger[7]!.entry.digest })
  })

  it('T32 names the entry of which any column was edited', () => {
    const edits: Record<string, (entry: Entry) => Entry> = {
      uid: (entry) => ({ ...entry, uid: 'other' }),
      at: (entry) => ({ ...entry, at: '2020-01-01T00:00:00.000Z' }),
      body: (entry) => ({ ...entry, body: entry.body.replace('standard', 'full') }),
      kind: (entry) => ({ ...entry, kind: 'event' }),
      digest: (entry) => ({ ...entry, digest: hash('x') }),
      prev: (entry) => ({ ...entry, prev: hash('x') }),
    }
    for (const [column, edit] of Object.entries(edits)) {
      expect(firstFault(changed(3, edit)), column).toMatchObject({ seq: 4, what: 'altered' })
    }
  })

  it('T32 names an entry that was edited and given a new digest', () => {
    const forge = (entry: Entry): Entry => {
      const edited = { ...entry, body: entry.body.replace('standard', 'full') }
      return { ...edited, digest: computeEntryDigest(edited, hash) }
    }
    expect(firstFault(changed(3, forge))).toMatchObject({ seq: 4, what: 'altered' })
  })

  it('T32 names the first entry that is missing', () => {
    expect(firstFault(ledger.filter((_, i) => i !== 4))).toMatchObject({ seq: 5, what: 'removed' })
    expect(firstFault(ledger.slice(2))).toMatchObject({ seq: 1, what: 'removed' })
  })

  it('T32 notices that an entry was removed and the rest renumbered', () => {
    const closed = ledger.filter((_, i) => i !== 4).map(({ entry }, i) => storedOf({ ...entry, seq: i + 1 }))
    expect(firstFault(closed)).toEqual({ seq: 5, what: 'reordered', detail: 'this is entry 6' })
  })

  it('T32 names the first of two entries that changed places', () => {
    const swapped = [...ledger]
    swapped[2] = storedOf({ ...ledger[5]!.entry, seq: 3 })
    swapped[5] = storedOf({ ...ledger[2]!.entry, seq: 6 })
    expect(firstFault(swapped)).toEqual({ seq: 3, what: 'reordered', detail: 'this is entry 6' })
  })

  it('does not take the ledger of one project for that of another', () => {
    expect(
      firstFault(
        ledgerOf(
          'other',
          numbers.map((n) => draftOf(n)),
        ),
      ),
    ).toMatchObject({ seq: 1, what: 'altered' })
  })

  it('notices a column beside an entry that says something else', () => {
    const beside = ledger.map((stored, i) =>
      i === 1 ? { ...stored, row: { ...stored.row!, level: 'full' } } : stored,
    )
    expect(firstFault(beside as StoredEntry[])).toEqual({
      seq: 2,
      what: 'altered',
      detail: 'the column level says "full", the entry "standard"',
    })
    expect(firstFault(ledger.map((stored) => ({ ...stored, row: null })))?.detail).toContain('is missing')
  })

  it('goes on behind a gap that a repair has owned up to, and behind no other', () => {
    const gap = ledger.filter((_, i) => i !== 3 && i !== 4)
    expect(firstFault(gap, [[4, 5]])).toBeNull()
    expect(firstFault(gap, [[4, 4]])).toMatchObject({ seq: 4, what: 'removed' })
  })

  it('T32 finds whatever is done to a ledger, and never before the place where it was done', () => {
    const index = fc.nat({ max: 7 })
    fc.assert(
      fc.property(index, index, fc.constantFrom('drop', 'swap', 'edit', 'repeat'), (a, b, how) => {
        const entries = [...ledger]
        if (how === 'drop') entries.splice(a, 1)
        else if (how === 'swap') [entries[a], entries[b]] = [entries[b]!, entries[a]!]
        else if (how === 'edit') entries[a] = storedOf({ ...ledger[a]!.entry, at: `${ledger[a]!.entry.at}x` })
        else entries.splice(a, 0, ledger[b]!)
        const untouched = (how === 'swap' && a === b) || (how === 'drop' && a === 7)
        const fault = firstFault(entries)
        if (untouched) expect(fault).toBeNull()
        else expect(fault).not.toBeNull()
      }),
    )
  })
})
