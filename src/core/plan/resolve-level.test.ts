import { describe, expect, it } from 'vitest'
import { makeManifest } from '../manifest/manifest.fixture.ts'
import { Refusal } from '../values/index.ts'
import { makePlan } from './plan.ts'
import { makeRequest } from './request.ts'

const manifest = makeManifest({
  levels: {
    minimal: { budget: 600 },
    standard: { budget: 1200 },
    full: { budget: 1800, over_budget: 'refuse' },
  },
  custom_level: {
    min: 600,
    max: 2000,
    bands: [
      { from: 600, like: 'minimal' },
      { from: 1200, like: 'standard' },
      { from: 1800, like: 'full' },
    ],
    slack_to: 'journal',
  },
  sections: {
    soul: { cap: 200 },
    journal: { sources: ['file:j/*.md'], cap: { minimal: 400, standard: 500, full: 600 } },
    roadmap: { sources: ['file:r.md'], when: { level: 'full' } },
    notes: { sources: ['file:n.md'], cap: { full: 50 } },
  },
})
const planAt = (level: string | null) => makePlan(manifest, makeRequest({ repo: 'app', level }))

function refused(level: string, from = manifest): Refusal {
  try {
    makePlan(from, makeRequest({ repo: 'app', level }))
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error(`level ${level} was not refused`)
}

describe('a level', () => {
  it.each([
    ['Z-02 none asked for is the default one', null, 'standard', 'standard', 1200, 0],
    ['Z-03 minimal', 'minimal', 'minimal', 'minimal', 600, 0],
    ['Z-04 standard', 'standard', 'standard', 'standard', 1200, 0],
    ['Z-05 full', 'full', 'full', 'full', 1800, 0],
    ['Z-06 a number is an exact budget', '1400', '1400', 'standard', 1400, 200],
    ['Z-07 the smallest number', '600', '600', 'minimal', 600, 0],
    ['the last number of a band', '1199', '1199', 'minimal', 1199, 599],
    ['the first number of a band', '1200', '1200', 'standard', 1200, 0],
    ['the first number of the last band', '1800', '1800', 'full', 1800, 0],
    ['Z-08 the hard cap', '2000', '2000', 'full', 2000, 200],
    ['Z-08 above the hard cap', '2001', '2000', 'full', 2000, 200],
    ['Z-08 far above the hard cap', '999999999', '2000', 'full', 2000, 200],
    ['a number with zeros in front', '01400', '1400', 'standard', 1400, 200],
  ])('%s', (_, asked, name, like, budget, slack) => {
    expect(planAt(asked).level).toMatchObject({ name, like, budget, slack })
  })

  it('Z-08 says so when a number was clamped, and only then', () => {
    expect(planAt('2001').diagnostics).toEqual([
      { code: 'level-clamped', severity: 'warning', detail: 'level 2001 became 2000, the hard cap' },
    ])
    expect(planAt('2000').diagnostics).toEqual([])
  })

  it.each(['0', '1', '599', '0000599'])('Z-07 %s is refused as too small, with the range', (level) => {
    const { code, message, fix } = refused(level)
    expect([code, fix]).toEqual([
      'level-out-of-range',
      'Use a number from 600 to 2000, or standard, full, minimal.',
    ])
    expect(message).toContain('below 600')
  })

  it.each([
    'huge',
    'Standard',
    '',
    ' ',
    '12abc',
    '-600',
    '+600',
    '1e3',
    '1400.5',
    '0x578',
    '１４００',
    '9999999999',
    'constructor',
    '__proto__',
  ])('Z-09 %j gives "Unknown level" with the known ones', (level) => {
    const { code, message, fix } = refused(level)
    expect([code, message]).toEqual(['unknown-level', `Unknown level: ${level}`])
    expect(fix).toMatch(/(^|\? )Use standard, full, minimal, or a number from 600 to 2000\.$/)
  })

  it.each([
    ['Standard', 'Did you mean "standard"? Use standard,'],
    ['fulll', 'Did you mean "full"? Use standard,'],
    ['constructor', 'Use standard,'],
  ])('is answered with the level that was meant: %s', (level, fix) => {
    expect(refused(level).fix?.startsWith(fix)).toBe(true)
  })

  it('takes no number where the manifest allows none', () => {
    const { code, fix } = refused('1400', makeManifest({}))
    expect([code, fix]).toEqual(['unknown-level', 'Use standard, full.'])
  })

  it('is named rather than counted where a level has a number for a name', () => {
    const named = makeManifest({ levels: { 300: { budget: 7 } } })
    expect(makePlan(named, makeRequest({ repo: 'app', level: '300' })).level).toMatchObject({
      budget: 7,
      slack: 0,
    })
  })

  it('uses the first band for a number below all of them', () => {
    const custom = { min: 10, max: 2000, bands: [{ from: 500, like: 'full' }] }
    const { level } = makePlan(
      makeManifest({ custom_level: custom }),
      makeRequest({ repo: 'app', level: '20' }),
    )
    expect(level).toMatchObject({ like: 'full', budget: 20, slack: 0 })
  })

  it('brings along what happens when it is exceeded', () => {
    expect(['minimal', '1400', 'full', '1900'].map((level) => planAt(level).level.overBudget)).toEqual([
      'note',
      'note',
      'refuse',
      'refuse',
    ])
  })
})

describe('caps', () => {
  const caps = (level: string) =>
    Object.fromEntries(planAt(level).sections.map((section) => [section.id, section.cap]))

  it.each([
    ['minimal', { soul: 200, journal: 400, notes: null }],
    ['standard', { soul: 200, journal: 500, notes: null }],
    ['full', { soul: 200, journal: 600, roadmap: null, notes: 50 }],
  ])('Z-54 Z-55 Z-56 follow the named level %s', (level, expected) => {
    expect(caps(level)).toEqual(expected)
  })

  it.each([
    ['1400', 700],
    ['700', 500],
    ['1200', 500],
    ['2000', 800],
  ])('Z-57 at %s the journal alone grows to %i by the slack of the number', (level, journal) => {
    expect(caps(level)).toMatchObject({ soul: 200, journal })
  })
})
