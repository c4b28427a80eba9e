import { consistsOf, digits as decimals, matchesForm } from './text.ts'

/** Days since 1970-01-01 of the first calendar date in a text, or null. No clock, no time zone: dates are read as UTC. */
export function epochDay(text: string): number | null {
  const date = calendarDate(text)
  if (date === null) return null
  const { year, month, day } = partsOf(date)
  // Counting from March puts the leap day last, so that it needs no special case.
  const y = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468
}

const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** Milliseconds since 1970 of a time in ISO 8601 that is nothing else, or null. Without a zone it is read as UTC, as dates are. */
export function epochMillis(text: string): number | null {
  const [, date = '', hour, minute, second = '0', fraction = '', zone = 'Z'] = moment.exec(text) ?? []
  const day = epochDay(date)
  const away = minutesAway(zone)
  if (day === null || away === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return null
  const minutes = day * 1440 + Number(hour) * 60 + Number(minute) - away
  return (minutes * 60 + Number(second)) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

/** How far a zone is ahead of UTC. */
function minutesAway(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** The first calendar date in a text, as it stands there: `2026-01-03`. What only looks like one (`2026-13-45`) is passed over. */
export function calendarDate(text: string): string | null {
  if (beginsWithDate(text)) return text.slice(0, 10)
  for (const [date] of text.matchAll(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g)) {
    if (isDate(date)) return date
  }
  return null
}

/** Of a time of ours, or of a date alone: a hook asks, and has no time for a regular expression. */
function beginsWithDate(text: string): boolean {
  return (
    matchesForm(text.slice(0, 10), '0000-00-00', decimals) &&
    !consistsOf(text.charAt(10), decimals, 1, 1) &&
    isDate(text)
  )
}

/** Of what looks like one, at the beginning of a text. */
function isDate(text: string): boolean {
  const { year, month, day } = partsOf(text)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function partsOf(date: string): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const dayMs = 86_400_000

/**
 * What `toISOString` gives, for years of four digits. That one asks for the time zone first, which takes longer than all else that a hook
 * does with times.
 */
export function isoTime(ms: number): string {
  const day = Math.floor(ms / dayMs)
  const rest = Math.trunc(ms - day * dayMs)
  const time = [rest / 3_600_000, (rest / 60_000) % 60, (rest / 1000) % 60].map((one) => digits(one, 2))
  return `${dateOf(day)}T${time.join(':')}.${digits(rest % 1000, 3)}Z`
}

/** The other way round than `epochDay`: years begin in March here, too. */
function dateOf(day: number): string {
  const since = day + 719_468
  const era = Math.floor(since / 146_097)
  const inEra = since - era * 146_097
  const leaps = Math.floor(inEra / 1460) - Math.floor(inEra / 36_524) + Math.floor(inEra / 146_096)
  const yearOfEra = Math.floor((inEra - leaps) / 365)
  const dayOfYear = inEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const dayOfMonth = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(dayOfMonth, 2)}`
}

function digits(value: number, length: number): string {
  return String(Math.floor(value)).padStart(length, '0')
}
