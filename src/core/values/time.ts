/** Days since 1970-01-01 of the first calendar date in a text, or null. No clock, no time zone: dates are read as UTC. */
export function epochDay(text: string): number | null {
  const match = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text)
  if (match === null) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  // Counting from March puts the leap day last, so that it needs no special case.
  const y = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The calendar date at the front of an ISO time: `2026-01-03`. */
export function calendarDate(text: string): string | null {
  return epochDay(text) === null ? null : /\d{4}-\d{2}-\d{2}/.exec(text)![0]
}
