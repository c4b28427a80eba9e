import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildReport, type Tally } from './report.ts'
import { computeNewcombeInterval, computeWilsonInterval } from './wilson-interval.ts'

const rounded = ({ low, high }: { low: number; high: number }) => [low.toFixed(4), high.toFixed(4)]

describe('intervals', () => {
  it.each([
    [81, 263, ['0.2553', '0.3662']],
    [15, 148, ['0.0624', '0.1605']],
    [0, 20, ['0.0000', '0.1611']],
    [1, 29, ['0.0061', '0.1718']],
  ])('for %i in %i are those that Newcombe published (1998, method 3)', (successes, runs, published) => {
    expect(rounded(computeWilsonInterval({ successes, runs }))).toEqual(published)
  })

  it.each([
    [56, 70, 48, 80, ['0.0524', '0.3339']],
    [9, 10, 3, 10, ['0.1705', '0.8090']],
    [5, 56, 0, 29, ['-0.0381', '0.1926']],
    [0, 10, 0, 10, ['-0.2775', '0.2775']],
    [10, 10, 0, 10, ['0.6075', '1.0000']],
  ])(
    'for %i in %i against %i in %i are those that Newcombe published (1998, method 10)',
    (a, m, b, n, published) => {
      expect(rounded(computeNewcombeInterval({ successes: a, runs: m }, { successes: b, runs: n }))).toEqual(
        published,
      )
    },
  )

  const share = fc
    .tuple(fc.nat(500), fc.integer({ min: 1, max: 500 }))
    .map(([successes, runs]) => ({ successes: Math.min(successes, runs), runs }))

  it('hold what was seen and stay within what is possible', () => {
    fc.assert(
      fc.property(share, share, (first, other) => {
        const { low, high } = computeWilsonInterval(first)
        const rate = first.successes / first.runs
        expect(0 <= low && low <= rate && rate <= high && high <= 1).toBe(true)
        const both = computeNewcombeInterval(first, other)
        const difference = rate - other.successes / other.runs
        expect(-1 - 1e-12 <= both.low && both.low <= difference).toBe(true)
        expect(difference <= both.high && both.high <= 1 + 1e-12).toBe(true)
        const turned = computeNewcombeInterval(other, first)
        expect(turned.low).toBeCloseTo(-both.high, 12)
      }),
    )
  })
})

const runs = (level: string | null, success: number, failed: number, timeout = 0, agent = 'a'): Tally[] =>
  Object.entries({ success, failed, timeout })
    .filter(([, count]) => count > 0)
    .map(([status, count]) => ({ agent, level, status: status as Tally['status'], runs: count }))

describe('a report', () => {
  it('counts runs that were interrupted, and has them in no rate', () => {
    const tally = { unended: 0, runs: runs('full', 1, 0), sections: [] }
    const [some, none] = [2, 0].map((interrupted) => buildReport({ ...tally, interrupted, checked: 0 }))
    expect(some).toEqual({
      ...none,
      interrupted: 2,
      checked: 0,
      notes: ['2 runs were interrupted and are not counted.', ...none!.notes],
    })
  })

  it('says better or worse only when the interval leaves out zero', () => {
    const verdict = (first: Tally[], other: Tally[]) =>
      buildReport({ unended: 0, interrupted: 0, checked: 0, runs: [...first, ...other], sections: [] })
        .context
    expect(verdict(runs('full', 56, 14), runs(null, 48, 32))).toMatchObject({ verdict: 'better' })
    expect(verdict(runs('full', 48, 32), runs(null, 56, 14))).toMatchObject({ verdict: 'worse' })
    expect(verdict(runs('full', 6, 5), runs(null, 5, 6))).toMatchObject({ verdict: 'no difference seen' })
  })

  it('says too little with fewer than ten runs on either side, however clear they look', () => {
    const { context, notes } = buildReport({
      unended: 0,
      interrupted: 0,
      checked: 0,
      runs: [...runs('full', 9, 0), ...runs(null, 0, 50)],
      sections: [],
    })
    expect(context).toMatchObject({ difference: 1, verdict: 'too little data' })
    expect(notes).toEqual([
      'There are 9 runs with context and 50 runs without; fewer than 10 of either are too few to compare.',
    ])
  })

  it('counts a timeout as no success', () => {
    const { context } = buildReport({
      unended: 0,
      interrupted: 0,
      checked: 0,
      runs: [...runs('full', 6, 2, 2), ...runs(null, 5, 5)],
      sections: [],
    })
    expect(context.with).toMatchObject({ runs: 10, successes: 6, rate: 0.6 })
  })

  it('has no rate where there is no run', () => {
    const {
      runs: all,
      context,
      levels,
      agents,
      notes,
    } = buildReport({
      unended: 2,
      interrupted: 0,
      checked: 0,
      runs: [],
      sections: [],
    })
    const none = { runs: 0, successes: 0, rate: null, low: null, high: null }
    expect({ all, levels, agents }).toEqual({ all: 0, levels: [], agents: [] })
    expect(context).toMatchObject({ with: none, without: none, difference: null, verdict: 'too little data' })
    expect(notes).toHaveLength(2)
    expect(notes[0]).toBe('2 runs have no recorded end and are not counted.')
  })

  it('lists levels and agents by name, runs without context first', () => {
    const tallies = [...runs('standard', 1, 0, 0, 'b'), ...runs('full', 2, 1), ...runs(null, 0, 1)]
    const { levels, agents } = buildReport({
      unended: 0,
      interrupted: 0,
      checked: 0,
      runs: tallies,
      sections: [],
    })
    expect(levels.map(({ level, runs }) => [level, runs])).toEqual([
      [null, 1],
      ['full', 3],
      ['standard', 1],
    ])
    expect(agents.map(({ agent, all }) => [agent, all.runs])).toEqual([
      ['a', 4],
      ['b', 1],
    ])
  })

  it('compares a section among runs with context only, and says how many comparisons there were', () => {
    const { sections, notes } = buildReport({
      unended: 0,
      interrupted: 0,
      checked: 0,
      runs: [...runs('full', 30, 10), ...runs(null, 0, 100)],
      sections: [
        { section: 'soul', status: 'success', runs: 30 },
        { section: 'soul', status: 'failed', runs: 10 },
        { section: 'journal', status: 'success', runs: 20 },
        { section: 'map', status: 'success', runs: 5 },
        { section: 'map', status: 'failed', runs: 10 },
      ],
    })
    expect(
      sections.map(({ section, with: got, without, verdict }) => [section, got.runs, without.runs, verdict]),
    ).toEqual([
      ['journal', 20, 20, 'better'],
      ['map', 15, 25, 'worse'],
      ['soul', 40, 0, 'too little data'],
    ])
    expect(notes).toEqual([
      'Runs were not assigned at random, so a difference does not prove a cause.',
      '2 sections were compared; about one in twenty would differ by chance alone.',
    ])
  })
})
