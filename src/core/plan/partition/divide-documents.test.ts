import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Manifest, PartRule } from '../../manifest/index.ts'
import { makeManifest } from '../../manifest/manifest.fixture.ts'
import { divideDocuments } from './divide-documents.ts'

type Rules = Readonly<Record<string, PartRule>>

function tiersOf(rules: Rules): Manifest['tiers'] {
  const tiers = Object.entries(rules).map(([tier, documents]) => [tier, { documents }])
  return makeManifest({ tiers: Object.fromEntries(tiers) }).tiers
}

function partsFor(rules: Rules, documents: number | null, takePart = Object.keys(rules)) {
  return Object.fromEntries(divideDocuments(tiersOf(rules), new Set(takePart), documents))
}

const four = {
  governance: 7,
  task: 'rest',
  noted: { share: 0.25, most: 4 },
  outside: { share: 0.25, most: 4 },
} as const

describe('the parts of a number of documents', () => {
  it.each([
    [12, { governance: 7, task: 3, noted: 1, outside: 1 }],
    [14, { governance: 7, task: 5, noted: 1, outside: 1 }],
    [15, { governance: 7, task: 5, noted: 2, outside: 1 }],
    [16, { governance: 7, task: 5, noted: 2, outside: 2 }],
    [19, { governance: 7, task: 7, noted: 3, outside: 2 }],
    [20, { governance: 7, task: 7, noted: 3, outside: 3 }],
    [47, { governance: 7, task: 32, noted: 4, outside: 4 }],
    [9, { governance: 7, task: 1, noted: 1, outside: 0 }],
    [8, { governance: 7, task: 1, noted: 0, outside: 0 }],
    [7, { governance: 7, task: 0, noted: 0, outside: 0 }],
    [1, { governance: 7, task: 0, noted: 0, outside: 0 }],
    [null, { governance: null, task: null, noted: null, outside: null }],
  ])('C-17 C-18 are computed for %s', (documents, parts) => {
    expect(partsFor(four, documents)).toEqual(parts)
  })

  it('C-31 C-32 gives a tier that takes no part nothing, and lends what it would have had to the rest alone', () => {
    expect(partsFor(four, 12, ['governance', 'task'])).toEqual({
      governance: 7,
      task: 5,
      noted: 0,
      outside: 0,
    })
    expect(partsFor(four, 12, ['governance', 'noted'])).toEqual({
      governance: 7,
      task: 0,
      noted: 1,
      outside: 0,
    })
  })

  it('are in the order of the tiers, and a tier without a rule has none', () => {
    const { tiers } = makeManifest({ tiers: { b: { documents: 'rest' }, a: {}, c: { documents: 1 } } })
    expect([...divideDocuments(tiers, new Set(['a', 'b', 'c']), 3)]).toEqual([
      ['b', 2],
      ['c', 1],
    ])
  })
})

const rule: fc.Arbitrary<PartRule> = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.record({
    share: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    most: fc.integer({ min: 1, max: 9 }),
  }),
)
/** Any tiers, at most one with the rest, and the tiers that take part. */
const asked = fc
  .record({ rules: fc.array(rule, { maxLength: 6 }), rest: fc.option(fc.nat({ max: 6 })) })
  .chain(({ rules, rest }) => {
    const all: PartRule[] = rest === null ? rules : rules.toSpliced(Math.min(rest, rules.length), 0, 'rest')
    const named = Object.fromEntries(all.map((rule, i) => [`t${i}`, rule]))
    return fc.record({
      rules: fc.constant<Rules>(named),
      takePart: fc.subarray(Object.keys(named)),
      documents: fc.integer({ min: 1, max: 60 }),
    })
  })

const sumOf = (parts: Record<string, number | null>, tiers: readonly string[]) =>
  tiers.reduce((sum, tier) => sum + parts[tier]!, 0)

describe('the laws of parts', () => {
  it('C-18 C-28 the reserved documents are the same for every number and every set of tiers', () => {
    fc.assert(
      fc.property(asked, ({ rules, takePart, documents }) => {
        const parts = partsFor(rules, documents, takePart)
        for (const [tier, rule] of Object.entries(rules))
          if (typeof rule === 'number') expect(parts[tier]).toBe(rule)
      }),
    )
  })

  it('C-12 C-48 all other tiers together never exceed the rest, and none has less than nothing', () => {
    fc.assert(
      fc.property(asked, ({ rules, takePart, documents }) => {
        const parts = partsFor(rules, documents, takePart)
        const [reserved, others] = [true, false].map((is) =>
          Object.keys(rules).filter((tier) => (typeof rules[tier] === 'number') === is),
        )
        expect(sumOf(parts, others!)).toBeLessThanOrEqual(Math.max(0, documents - sumOf(parts, reserved!)))
        expect(Math.min(0, ...Object.values(parts).map(Number))).toBe(0)
      }),
    )
  })

  it('C-31 C-32 C-52 a share never exceeds its most, nor takes the last document of a rest that takes part', () => {
    fc.assert(
      fc.property(asked, ({ rules, takePart, documents }) => {
        const parts = partsFor(rules, documents, takePart)
        const shares = Object.entries(rules).flatMap(([tier, rule]) =>
          typeof rule === 'object' ? [{ tier, most: rule.most }] : [],
        )
        for (const { tier, most } of shares) {
          expect(parts[tier]).toBeLessThanOrEqual(most)
          if (!takePart.includes(tier)) expect(parts[tier]).toBe(0)
        }
        const rest = Object.keys(rules).find((tier) => rules[tier] === 'rest' && takePart.includes(tier))
        if (rest !== undefined && shares.some(({ tier }) => parts[tier]! > 0))
          expect(parts[rest]).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  it('C-12 a larger number never gives any tier less, and the same number gives the same', () => {
    fc.assert(
      fc.property(asked, ({ rules, takePart, documents }) => {
        const [small, large] = [documents, documents + 1].map((n) => partsFor(rules, n, takePart))
        for (const tier of Object.keys(rules)) expect(small![tier]).toBeLessThanOrEqual(large![tier]!)
        expect(partsFor(rules, documents, [...takePart].reverse())).toEqual(small)
      }),
    )
  })

  it('C-12 C-17 C-30 every part grows, the sum is right and the rest has one, for every number and every set of tiers', () => {
    const optional = ['task', 'noted', 'outside']
    for (let set = 0; set < 8; set++) {
      const takePart = ['governance', ...optional.filter((_, i) => (set >> i) % 2 === 1)]
      let before = partsFor(four, 1, takePart)
      for (let documents = 2; documents <= 120; documents++) {
        const parts = partsFor(four, documents, takePart)
        const left = Math.max(0, documents - 7)
        for (const tier of Object.keys(four)) expect(parts[tier]).toBeGreaterThanOrEqual(before[tier]!)
        if (takePart.includes('task')) {
          expect(sumOf(parts, optional)).toBe(left)
          expect(parts.task).toBeGreaterThanOrEqual(Math.min(1, left))
        }
        for (const tier of ['noted', 'outside'])
          expect(parts[tier]).toBeLessThanOrEqual(Math.max(1, Math.floor(left / 4)))
        before = parts
      }
    }
  })
})
