import { describe, expect, it } from 'vitest'
import { parseDeliveryBody } from './delivery-body.ts'
import { linkEntry } from './entry.ts'
import type { DeliveryBody } from './entry-bodies.ts'
import { hash } from './ledger.fixture.ts'
import { RecordedLosses } from './recorded-losses.ts'

const body: DeliveryBody = {
  name: 'delivery',
  injection_id: 'INJ-20260103-183000-abc123',
  session_id: 's1',
  agent: 'claude',
  model: 'claude-opus-5-5',
  sections: [
    { id: 'task', state: 'delivered', bytes: [10, 20] },
    { id: 'rules', state: 'dropped' },
  ],
  why: null,
}

const read = (over: object) =>
  parseDeliveryBody({ kind: 'event', body: JSON.stringify({ ...body, ...over }) })

describe('a delivery in a ledger', () => {
  it('comes back as it was written', () => {
    expect(read({})).toEqual(body)
  })

  it('is none where another kind of entry, another event or no JSON stands', () => {
    expect(parseDeliveryBody({ kind: 'run', body: JSON.stringify(body) })).toBeNull()
    expect(read({ name: 'pruned' })).toBeNull()
    for (const text of ['', 'null', '[]', '{"name":"delivery"}'])
      expect(parseDeliveryBody({ kind: 'event', body: text })).toBeNull()
  })

  it('is none where a stranger wrote something else into it', () => {
    const odd = [
      { injection_id: 7 },
      { model: undefined },
      { why: {} },
      { sections: {} },
      { sections: [null] },
      { sections: [{ id: 'task', state: 'perhaps' }] },
      { sections: [{ id: 'task', state: 'delivered', bytes: [1] }] },
      { sections: [{ id: 'task', state: 'delivered', bytes: ['a', 'b'] }] },
    ]
    for (const over of odd) expect(read(over), JSON.stringify(over)).toBeNull()
  })

  it('excuses nothing that is missing from the ledger', () => {
    const excuses = new RecordedLosses()
    const forged = { ...body, texts_to: 5, accounts_to: 5, lost: [[1, 5]], lost_blobs: ['sha256:x'] }
    const draft = {
      uid: 'u',
      kind: 'event',
      at: '2026-01-03T18:30:00.000Z',
      body: JSON.stringify(forged),
    } as const
    excuses.take(linkEntry(draft, 9, 'sha256:prev', hash))
    expect(excuses.gaps).toEqual([])
    expect(excuses.covers(1, 'text', 'sha256:x')).toBe(false)
  })
})
