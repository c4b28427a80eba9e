import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatWorkItem } from './format-work-item.ts'
import { parseWorkItems } from './parse-work-items.ts'
import { type RankInput, rankWorkItems } from './rank-work-items.ts'

const states = ['blocked', 'ready', 'priority', 'stale', 'unknown']
const adapter = { name: 'beads', staleSeconds: 3600, states, isSafeId: () => true }
const time = fc
  .date({ min: new Date('2026-02-01T00:00:00Z'), max: new Date('2026-02-03T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const words = fc
  .array(fc.constantFrom('cart', 'fix', 'audit', 'задача', '漢字', 'Order'), { maxLength: 4 })
  .map((some) => some.join(' '))
const item = fc.record(
  {
    id: fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }),
    state: fc.constantFrom(...states, 'doing'),
    priority: fc.constantFrom(0, 1, 2, null),
    title: words,
    summary: words,
    tags: fc.array(words, { maxLength: 2 }),
    source_updated_at: fc.oneof(time, fc.constant('never')),
  },
  { requiredKeys: ['id'] },
)
const list = fc.record({
  adapter_id: fc.constant('beads'),
  adapter_fetched_at: fc.oneof(time, fc.constant(null)),
  items: fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 12 }),
})
const weight = fc.integer({ min: 0, max: 1000 }).map((part) => part / 1000)
const order: fc.Arbitrary<RankInput> = fc.record({
  task: fc.oneof(words, fc.constant(null)),
  staleSeconds: fc.constantFrom(0, 1, 3600, 86_400),
  weights: fc.record({ lexical: weight, evidence: weight, outcome: weight, freshness: weight }),
  states: fc.shuffledSubarray(states, { minLength: 1 }),
})
const itemsOf = (data: unknown) => {
  const read = parseWorkItems(JSON.stringify(data), adapter)
  return read.status === 'loaded' ? read.items : []
}

describe('reading work items', () => {
  it('throws for no text, and gives the same for the same', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      list.map((document) => JSON.stringify(document)),
    )
    fc.assert(
      fc.property(text, (given) => {
        const read = parseWorkItems(given, adapter)
        expect(read).toEqual(parseWorkItems(given, adapter))
        expect(['loaded', 'degraded']).toContain(read.status)
      }),
    )
  })

  it('throws for no list of anything', () => {
    const anything = fc.record({
      items: fc.array(fc.jsonValue(), { maxLength: 8 }),
      adapter_id: fc.jsonValue(),
    })
    fc.assert(
      fc.property(anything, (data) => {
        expect(parseWorkItems(JSON.stringify(data), adapter).status).toBe('loaded')
      }),
    )
  })

  it('gives texts of lines that begin with a label, whatever stands in an item', () => {
    const loose = fc.string({ unit: 'binary', maxLength: 50 })
    const any = fc.record({ id: fc.constant('a'), title: loose, summary: loose, tags: fc.array(loose) })
    fc.assert(
      fc.property(any, (raw) => {
        for (const line of formatWorkItem(itemsOf({ items: [raw] })[0]!)
          .split('\n')
          .slice(0, -1)) {
          expect(line).toMatch(/^(title|state|priority|summary|tags): \P{Cc}+$/u)
        }
      }),
    )
  })

  it('gives each item a path of its own', () => {
    fc.assert(
      fc.property(list, (data) => {
        const paths = itemsOf(data).map(({ path }) => path)
        expect(new Set(paths).size).toBe(paths.length)
        for (const path of paths) expect(path).toMatch(/^adapter\/beads\/(?!\.+$)[A-Za-z0-9._%-]+$/)
      }),
    )
  })
})

describe('ranking work items', () => {
  it('C-25 does not depend on the order in which they come', () => {
    fc.assert(
      fc.property(list, order, fc.infiniteStream(fc.nat()), (data, by, noise) => {
        const items = itemsOf(data)
        const keys = new Map(items.map((item) => [item, noise.next().value as number]))
        const shuffled = [...items].sort((a, b) => keys.get(a)! - keys.get(b)!)
        expect(rankWorkItems(shuffled, by)).toEqual(rankWorkItems(items, by))
      }),
    )
  })

  it('keeps every item, numbers them from one, and never gives a later one more', () => {
    fc.assert(
      fc.property(list, order, (data, by) => {
        const items = itemsOf(data)
        const ranked = rankWorkItems(items, by)
        expect(new Set(ranked.map(({ item: workItem }) => workItem))).toEqual(new Set(items))
        expect(ranked.map(({ rank }) => rank)).toEqual(items.map((_, i) => i + 1))
        for (const [i, { score }] of ranked.entries())
          expect(score).toBeLessThanOrEqual(ranked[i - 1]?.score ?? 1)
      }),
    )
  })

  it('C-25 is total: any two items are in the same order alone as among others', () => {
    fc.assert(
      fc.property(list, order, (data, by) => {
        const ranked = rankWorkItems(itemsOf(data), by).map(({ item: workItem }) => workItem)
        for (const [i, first] of ranked.entries())
          for (const second of ranked.slice(i + 1))
            expect(rankWorkItems([second, first], by).map(({ item: workItem }) => workItem)).toEqual([
              first,
              second,
            ])
      }),
      { numRuns: 50 },
    )
  })

  it('has scores from 0 to 1 with at most four decimals', () => {
    fc.assert(
      fc.property(list, order, (data, by) => {
        for (const { score, breakdown } of rankWorkItems(itemsOf(data), by)) {
          for (const part of [score, ...Object.values(breakdown)]) {
            expect(part).toBeGreaterThanOrEqual(0)
            expect(part).toBeLessThanOrEqual(1)
            expect(String(part)).toMatch(/^[01](\.\d{1,4})?$/)
          }
        }
      }),
    )
  })
})
