import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptOf, noon } from './memory.fixture.ts'
import { filterRecords, parseQueryTerms, rankRecords } from './rank-records.ts'

const ids = (some: readonly { record: { record_id: string } }[]) => some.map(({ record }) => record.record_id)
const all = { expired: true, promoted: true, now: noon }

describe('which records there are', () => {
  const records = [
    keptOf({ id: 'tmr_old-one', at: '2026-02-01T00:00:00.000Z', tags: ['a', 'b'] }),
    keptOf({ id: 'tmr_expired', expires: noon, class: 'task_state' }),
    keptOf({ id: 'tmr_promoted', promoted: { at: noon, to: 'x.json' }, tags: ['a'] }),
    keptOf({ id: 'tmr_newest', at: '2026-02-24T11:00:00.000Z' }),
  ]
  it.each([
    ['all, the newest first, then by id', all, ['tmr_newest', 'tmr_expired', 'tmr_promoted', 'tmr_old-one']],
    ['without expired ones', { ...all, expired: false }, ['tmr_newest', 'tmr_promoted', 'tmr_old-one']],
    ['without promoted ones', { ...all, promoted: false }, ['tmr_newest', 'tmr_expired', 'tmr_old-one']],
    ['of a class', { ...all, contentClass: 'task_state' }, ['tmr_expired']],
    ['with a tag, however it is written', { ...all, tags: ['A'] }, ['tmr_promoted', 'tmr_old-one']],
    ['with all tags', { ...all, tags: ['a', 'b'] }, ['tmr_old-one']],
  ])('%s', (_, filter, expected) => {
    expect(ids(filterRecords(records, filter))).toEqual(expected)
  })
})

describe('the search for records', () => {
  it('is ranked by where the words stand, and says so', () => {
    const records = [
      keptOf({ id: 'tmr_in-text', text: 'Importers are slow' }),
      keptOf({ id: 'tmr_in-tag', text: 'x', tags: ['importer'] }),
      keptOf({ id: 'tmr_in-class', text: 'x', class: 'importer_note' }),
      keptOf({ id: 'tmr_in-source', text: 'x', refs: ['src/importer.ts'] }),
      keptOf({ id: 'tmr_not-at-all', text: 'x' }),
    ]
    expect(
      rankRecords(records, 'the importer').map(({ record, score, why }) => [record.record_id, score, why]),
    ).toEqual([
      ['tmr_in-tag', 1, ['tag: importer']],
      ['tmr_in-class', 0.6667, ['class: importer']],
      ['tmr_in-source', 0.6667, ['source: importer']],
      ['tmr_in-text', 0.3333, ['text: importer']],
    ])
  })

  it('has more of the words before it has fewer', () => {
    const records = [
      keptOf({ id: 'tmr_one-word', text: 'rows' }),
      keptOf({ id: 'tmr_two-words', text: 'rows of importers' }),
    ]
    expect(ids(rankRecords(records, 'importer rows'))).toEqual(['tmr_two-words', 'tmr_one-word'])
  })

  it('knows words in other scripts and in names of code', () => {
    const records = [keptOf({ text: 'parseImportRow fails, größte Änderung' })]
    for (const query of ['row', 'GRÖSSTE größte', 'änderung', 'parse_import_row'])
      expect(rankRecords(records, query), query).toHaveLength(1)
  })

  it('is nothing for a query without a word', () => {
    expect(parseQueryTerms('!? …')).toEqual([])
    expect(rankRecords([keptOf()], '!?')).toEqual([])
  })

  it('looks for words that stand in every sentence only where there are no others', () => {
    expect(parseQueryTerms('the importer of it')).toEqual(['importer'])
    expect(parseQueryTerms('to be')).toEqual(['to', 'be'])
  })
})

describe('whatever order records come in', () => {
  const words = fc.constantFrom('importer', 'row', 'retry', 'batch', 'slow')
  const records = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 100_000, max: 999_999 }).map((n) => `tmr_${n}`),
      text: fc.array(words, { maxLength: 4 }).map((some) => some.join(' ')),
      tags: fc.array(words, { maxLength: 2 }),
      at: fc.constantFrom('2026-02-24T05:00:00.000Z', '2026-02-23T05:00:00.000Z'),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )

  it('C-25 the order of the answer is the same: score, newest, id', () => {
    fc.assert(
      fc.property(records, fc.array(words, { minLength: 1, maxLength: 3 }), fc.nat(), (some, query, turn) => {
        const kept = some.map(keptOf)
        const other = [
          ...kept.slice(turn % (kept.length + 1)),
          ...kept.slice(0, turn % (kept.length + 1)),
        ].reverse()
        const answer = rankRecords(kept, query.join(' '))
        expect(rankRecords(other, query.join(' '))).toEqual(answer)
        expect(filterRecords(other, all)).toEqual(filterRecords(kept, all))
        for (const [i, { score, record }] of answer.entries()) {
          const next = answer[i + 1]
          if (next === undefined) continue
          const order = [
            next.score - score,
            record.captured_at < next.record.captured_at
              ? 1
              : record.captured_at > next.record.captured_at
                ? -1
                : 0,
            record.record_id < next.record.record_id ? -1 : 1,
          ]
          expect(order.find((sign) => sign !== 0)).toBeLessThan(0)
        }
      }),
    )
  })
})
