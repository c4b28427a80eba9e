import { describe, expect, it } from 'vitest'
import { parseByteAmount, parsePastTime, parseWholeNumber } from './amounts.ts'

const now = new Date('2026-11-16T06:20:00.000Z')

describe('a time', () => {
  it.each([
    ['30m', '2026-11-16T05:50:00.000Z'],
    ['2h', '2026-11-16T04:20:00.000Z'],
    ['3d', '2026-11-13T06:20:00.000Z'],
    ['2w', '2026-11-02T06:20:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T10:00+02:00', '2026-11-01T08:00:00.000Z'],
    ['999999w', '1970-01-01T00:00:00.000Z'],
  ])('is told by its distance, or as it stands: %s', (text, time) => {
    expect(parsePastTime(text, now)).toBe(time)
  })

  it.each(['', '2', 'h', '2x', '-2h', '1.5h', '2H', 'yesterday', '2026-11-31', '2026-11-01T10:00', '1e3d'])(
    'is not guessed: "%s"',
    (text) => {
      expect(parsePastTime(text, now)).toBeNull()
    },
  )
})

describe('a size', () => {
  it.each([
    ['0', 0],
    ['1000', 1000],
    ['10B', 10],
    ['500MB', 500_000_000],
    ['500mb', 500_000_000],
    ['2g', 2_000_000_000],
    ['1.5 kB', 1500],
    ['1KiB', 1024],
    ['1.5GiB', 1_610_612_736],
  ])('is a number with a unit: %s', (text, bytes) => {
    expect(parseByteAmount(text)).toBe(bytes)
  })

  it.each(['', 'MB', '-1MB', '1e3', '5 0MB', '5PB', '5MBit'])('is not guessed: "%s"', (text) => {
    expect(parseByteAmount(text)).toBeNull()
  })
})

it.each([
  ['1', 1],
  ['20', 20],
  ['0', null],
  ['21', null],
  ['1.5', null],
  ['', null],
  ['0x10', null],
])('a whole number from 1 to 20: "%s"', (text, value) => {
  expect(parseWholeNumber(text, 1, 20)).toBe(value)
})
