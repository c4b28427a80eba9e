import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCalendarDate, formatIsoTime, parseEpochDay, parseEpochMillis } from './time.ts'

const day = 86_400_000
const written = (days: number) => new Date(days * day).toISOString().slice(0, 10)
const first = Date.UTC(1000, 0, 1) / day
const last = Date.UTC(9999, 11, 31) / day

describe('epochDay', () => {
  it('counts like the calendar of the platform, from the year 1000 to 9999', () => {
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (days) => {
        expect(parseEpochDay(written(days))).toBe(days)
      }),
      { numRuns: 2000 },
    )
  })

  it('counts every day around each turn of a century without a gap', () => {
    for (const year of [0, 4, 100, 400, 1600, 1700, 1900, 1970, 2000, 2024, 2100, 9999]) {
      const start = new Date(0).setUTCFullYear(year, 1, 27) / day
      const names = ['02-27', '02-28', ...(isLeap(year) ? ['02-29'] : []), '03-01']
      const found = names.map((name) => parseEpochDay(`${String(year).padStart(4, '0')}-${name}`))
      expect(found, String(year)).toEqual(names.map((_, i) => start + i))
    }
  })

  it.each([
    '',
    'no date',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-04-31',
    '2026-02-29',
    '1900-02-29',
    '2026-1-2',
    '12026-01-02',
    '2026-01-023',
    '20260102',
    '2026/01/02',
    '２０２６-01-02',
  ])('finds no date in %j', (text) => {
    expect([parseEpochDay(text), findCalendarDate(text)]).toEqual([null, null])
  })

  it.each([
    ['session-journals/2026-01-05-002-topic.md', '2026-01-05'],
    ['2026-01-02T10:30:00Z', '2026-01-02'],
    ['from 2026-01-02 to 2026-03-04', '2026-01-02'],
    ['v2026-01-02.md', '2026-01-02'],
    ['2026-13-45-2026-01-02.md', '2026-01-02'],
    ['12026-01-02 2026-03-04', '2026-03-04'],
    ['2000-02-29', '2000-02-29'],
  ])('reads %j as %s, in both functions', (text, date) => {
    expect(findCalendarDate(text)).toBe(date)
    expect(parseEpochDay(text)).toBe(parseEpochDay(date))
  })

  it('agrees with calendarDate about any text', () => {
    const piece = fc.constantFrom('2026-01-02', '2026-02-30', '1', '-', ' ', 'x', '0999-12-31')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const date = findCalendarDate(pieces.join(''))
        expect(parseEpochDay(pieces.join(''))).toBe(date === null ? null : parseEpochDay(date))
      }),
    )
  })
})

describe('isoTime', () => {
  it('says what toISOString says', () => {
    const [first, last] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]
    for (const ms of [first, last, 0, -1, Date.parse('2000-02-29'), Date.parse('1900-03-01') - 1])
      expect(formatIsoTime(ms)).toBe(new Date(ms).toISOString())
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (ms) => {
        expect(formatIsoTime(ms)).toBe(new Date(ms).toISOString())
      }),
    )
  })
})

function isLeap(year: number): boolean {
  return new Date(new Date(0).setUTCFullYear(year, 1, 29)).getUTCMonth() === 1
}

describe('epochMillis', () => {
  it('counts like the clock of the platform', () => {
    const dates = fc.date({
      min: new Date('1000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseEpochMillis(date.toISOString())).toBe(date.getTime())
      }),
    )
  })

  it.each([
    ['2026-02-24T05:00:00Z', '2026-02-24T05:00:00.000Z'],
    ['2026-02-24t05:00:00z', '2026-02-24T05:00:00.000Z'],
    ['2026-02-24 05:00', '2026-02-24T05:00:00.000Z'],
    ['2026-02-24T05:00:00.123456789Z', '2026-02-24T05:00:00.123Z'],
    ['2026-02-24T05:00:00.5+02:00', '2026-02-24T03:00:00.500Z'],
    ['2026-02-24T23:30:00-0130', '2026-02-25T01:00:00.000Z'],
    ['2024-02-29T00:00:00+00:00', '2024-02-29T00:00:00.000Z'],
  ])('reads %s as %s', (text, iso) => {
    expect(parseEpochMillis(text)).toBe(new Date(iso).getTime())
  })

  it.each([
    ...['', '2026-02-24', 'today', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '2026-02-24T24:00:00Z'],
    ...[
      '2026-02-24T00:60:00Z',
      '2026-02-24T00:00:60Z',
      '2026-02-24T00:00:00+24:00',
      '2026-02-24T00:00:00+00:60',
    ],
    ...[' 2026-02-24T05:00:00Z', '2026-02-24T05:00:00Z\n', '2026-02-24T05:00:00Z x', '12026-02-24T05:00:00Z'],
    '2026-02-24T05:00:00.1234567890Z',
  ])('takes %j for no time', (text) => {
    expect(parseEpochMillis(text)).toBeNull()
  })
})
