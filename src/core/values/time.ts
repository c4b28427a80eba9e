import { decimalDigits as decimals, hasOnlyCharacters, matchesForm } from './text.ts'

/** Returns the first calendar date in a text as days since 1970-01-01, or null. Dates are read as UTC. */
export function parseEpochDay(text: string): number | null {
  const date = findCalendarDate(text)
  if (date === null) return null
  const { year, month, day } = splitDate(date)
  // Years count from March here, so the leap day comes last and needs no special case.
  const y = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468
}

const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** Converts a text that is exactly an ISO 8601 time to milliseconds since 1970, or null. Without a zone, the time is read as UTC. */
export function parseEpochMillis(text: string): number | null {
  const [, date = '', hour, minute, second = '0', fraction = '', zone = 'Z'] = moment.exec(text) ?? []
  const day = parseEpochDay(date)
  const zoneOffset = parseZoneOffset(zone)
  if (day === null || zoneOffset === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return null
  const minutes = day * 1440 + Number(hour) * 60 + Number(minute) - zoneOffset
  return (minutes * 60 + Number(second)) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

/** Minutes by which a zone is ahead of UTC. */
function parseZoneOffset(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Returns the first calendar date in a text, as written: `2026-01-03`. Skips impossible dates such as `2026-13-45`. */
export function findCalendarDate(text: string): string | null {
  if (beginsWithDate(text)) return text.slice(0, 10)
  for (const [date] of text.matchAll(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g)) {
    if (isDate(date)) return date
  }
  return null
}

/** Recognises our own times and plain dates without a regular expression, because hooks call it and compiling one is slow. */
function beginsWithDate(text: string): boolean {
  return (
    matchesForm(text.slice(0, 10), '0000-00-00', decimals) &&
    !hasOnlyCharacters(text.charAt(10), decimals, 1, 1) &&
    isDate(text)
  )
}

/** Whether a text that starts like `0000-00-00` starts with a date that exists. */
function isDate(text: string): boolean {
  const { year, month, day } = splitDate(text)
  return month >= 1 && month <= 12 && day >= 1 && day <= countDays(year, month)
}

function splitDate(date: string): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

function countDays(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const dayMs = 86_400_000

/**
 * Returns the same text as `toISOString` for years of four digits. `toISOString` loads the time zone first, which takes longer than
 * everything else that a hook does with times.
 */
export function formatIsoTime(ms: number): string {
  const day = Math.floor(ms / dayMs)
  const rest = Math.trunc(ms - day * dayMs)
  const time = [rest / 3_600_000, (rest / 60_000) % 60, (rest / 1000) % 60].map((part) => padDigits(part, 2))
  return `${formatDate(day)}T${time.join(':')}.${padDigits(rest % 1000, 3)}Z`
}

/** The inverse of `epochDay`. Years start in March here, too. */
function formatDate(day: number): string {
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
  return `${padDigits(year, 4)}-${padDigits(month, 2)}-${padDigits(dayOfMonth, 2)}`
}

function padDigits(value: number, length: number): string {
  return String(Math.floor(value)).padStart(length, '0')
}
