import { describe, expect, it } from 'vitest'
import type { EventBody } from './entry-bodies.ts'
import { draftOf, ledgerOf } from './ledger.fixture.ts'
import { getRecordedGaps, RecordedLosses } from './recorded-losses.ts'

/** Makes the fifth entry of a ledger. */
function event(body: EventBody | object) {
  const drafts = [1, 2, 3, 4].map((n) => draftOf(n))
  return ledgerOf('shop', [...drafts, draftOf(5, { kind: 'event', body: JSON.stringify(body) })])[4]!.entry
}

function excusesFrom(body: EventBody | object): RecordedLosses {
  const excuses = new RecordedLosses()
  excuses.take(event(body))
  return excuses
}

describe('an event', () => {
  it('excuses texts and accounts that were pruned before it', () => {
    const excuses = excusesFrom({ name: 'pruned', texts_to: 3, accounts_to: 2, blobs: 1, bytes: 1 })
    expect([2, 3, 4].map((seq) => excuses.covers(seq, 'text', 'd'))).toEqual([true, true, false])
    expect([2, 3].map((seq) => excuses.covers(seq, 'account', 'd'))).toEqual([true, false])
  })

  it('excuses gaps and texts that a repair has owned up to', () => {
    const excuses = excusesFrom({ name: 'repaired', lost: [[2, 3]], lost_blobs: ['d'] })
    expect(excuses.gaps).toEqual([[2, 3]])
    expect([excuses.covers(4, 'text', 'd'), excuses.covers(4, 'text', 'e')]).toEqual([true, false])
  })

  it.each([
    [{ name: 'repaired', lost: [[1, 9e15]], lost_blobs: [] }],
    [{ name: 'repaired', lost: [[5, 5]], lost_blobs: [] }],
    [{ name: 'repaired', lost: [[3, 2]], lost_blobs: [] }],
    [{ name: 'repaired', lost: [['1', '2']], lost_blobs: 'd' }],
    [{ name: 'repaired', lost: 'all' }],
    [{ name: 'pruned', texts_to: 9e15, accounts_to: 5 }],
    [{ name: 'pruned', texts_to: '3' }],
    [{ name: 'other' }],
    [{}],
  ])('excuses nothing that came after it, and nothing by nonsense: %j', (body) => {
    const excuses = excusesFrom(body)
    expect(excuses.gaps).toEqual([])
    expect(excuses.covers(5, 'text', 'd') || excuses.covers(3, 'account', 'd')).toBe(false)
    expect(excuses.covers(1, 'text', 'd')).toBe(false)
  })

  it('is the only kind of entry that does', () => {
    const [first] = ledgerOf('shop', [draftOf(1)])
    expect(getRecordedGaps(first!.entry)).toEqual([])
  })
})
