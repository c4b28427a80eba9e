import { expect, test } from 'vitest'
import { nextRun, parseInterval } from '../src/schedule.ts'

test('an interval has a number and a unit', () => {
  expect(parseInterval('15m')).toBe(900_000)
  expect(() => parseInterval('soon')).toThrow('not an interval')
})

test('a missed run is made up for once', () => {
  expect(nextRun(0, '1h', 5_000_000)).toBe(5_000_000)
  expect(nextRun(5_000_000, '1h', 5_000_001)).toBe(8_600_000)
})
