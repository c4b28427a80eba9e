import { parseEpochDay } from '../../values/index.ts'

/** Whole calendar days from a date to now, both read as UTC; a date in the future is age 0. */
export function computeAgeInDays(date: string, now: string): number {
  return Math.max(0, (parseEpochDay(now) ?? 0) - (parseEpochDay(date) ?? 0))
}
