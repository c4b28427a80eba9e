import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateShares, type PluginClaim } from './allocate-shares.ts'

const claim = (plugin: string, fired: number, maxTokens: number | null = null): PluginClaim => ({
  plugin,
  fired,
  maxTokens,
})
const shares = (claims: readonly PluginClaim[], remaining: number) =>
  allocateShares(claims, remaining).map(({ plugin, share }) => [plugin, share])

describe('M-71 the tokens that a tier has left are dealt out', () => {
  it('to the plugin with more active triggers first, then in the order of the manifest', () => {
    const claims = [claim('a', 1, 300), claim('b', 2, 900), claim('c', 1, 300)]
    expect(shares(claims, 1300)).toEqual([
      ['b', 900],
      ['a', 300],
      ['c', 100],
    ])
  })

  it('in parts by their triggers, where the manifest sets no limit', () => {
    expect(shares([claim('a', 1), claim('b', 3)], 2000)).toEqual([
      ['b', 1500],
      ['a', 500],
    ])
    expect(shares([claim('a', 1), claim('b', 1, 100)], 2000)).toEqual([
      ['a', 1000],
      ['b', 100],
    ])
  })

  it('M-70 and not to one that nothing triggers', () => {
    expect(shares([claim('a', 0), claim('b', 0, 500)], 2000)).toEqual([])
  })

  it('as nothing, where nothing is left', () => {
    expect(shares([claim('a', 1), claim('b', 1, 10)], 0)).toEqual([
      ['a', 0],
      ['b', 0],
    ])
    expect(shares([claim('a', 1)], -5)).toEqual([['a', 0]])
  })

  const claims = fc.array(
    fc.record({
      plugin: fc.string(),
      fired: fc.nat({ max: 5 }),
      maxTokens: fc.option(fc.nat({ max: 5000 }), { nil: null }),
    }),
    { maxLength: 12 },
  )
  const total = (all: readonly { share: number }[]) => all.reduce((sum, { share }) => sum + share, 0)

  it('never beyond what is left, nor beyond a limit, in whole tokens', () => {
    fc.assert(
      fc.property(claims, fc.double({ min: -10, max: 10_000, noNaN: true }), (all, remaining) => {
        const named = all.map((claim, i) => ({ ...claim, plugin: `p${i}` }))
        const dealt = allocateShares(named, remaining)
        expect(total(dealt)).toBeLessThanOrEqual(Math.max(0, remaining))
        for (const { plugin, share } of dealt) {
          expect(Number.isInteger(share) && share >= 0).toBe(true)
          const { maxTokens } = named.find((claim) => claim.plugin === plugin)!
          expect(share).toBeLessThanOrEqual(maxTokens ?? Math.max(0, remaining))
        }
      }),
    )
  })

  it('never less to anybody because more is left', () => {
    fc.assert(
      fc.property(claims, fc.nat(10_000), fc.nat(1000), (all, remaining, more) => {
        const small = allocateShares(all, remaining)
        const large = allocateShares(all, remaining + more)
        expect(small.every(({ share }, i) => share <= large[i]!.share)).toBe(true)
      }),
    )
  })

  it('wholly, if the last plugin has no limit', () => {
    fc.assert(
      fc.property(claims, fc.nat(10_000), (all, remaining) => {
        expect(total(allocateShares([...all, claim('last', 1)], remaining))).toBeLessThanOrEqual(remaining)
        expect(total(allocateShares([claim('only', 1)], remaining))).toBe(remaining)
      }),
    )
  })
})
