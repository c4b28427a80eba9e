import type { OrderRule } from '../../manifest/index.ts'
import {
  findCalendarDate,
  getValueAt,
  matchesAll,
  parseEpochDay,
  parseEpochMillis,
} from '../../values/index.ts'

export interface RegisterOrder {
  readonly paths: readonly string[]
  /** Paths that the register lists without a valid time, by name. */
  readonly undated: readonly string[]
}

/**
 * Orders paths by the dates of a register, newest first. Paths without a date follow, in reverse order of their names. Null if the
 * register cannot be read.
 */
export function orderByRegister(
  paths: readonly string[],
  register: string,
  rule: OrderRule,
): RegisterOrder | null {
  const dates = readDates(register, rule)
  if (dates === null) return null
  const getDate = (path: string) => dates.get(path) ?? Number.NEGATIVE_INFINITY
  const sorted = [...paths].sort((a, b) => {
    const [dateA, dateB] = [getDate(a), getDate(b)]
    if (dateA !== dateB) return dateB > dateA ? 1 : -1
    // Paths with the same date are in the order of their names.
    return Number.isFinite(dateA) ? compare(a, b) : compare(b, a)
  })
  return { paths: sorted, undated: paths.filter((path) => dates.get(path) === undated).toSorted(compare) }
}

/** The order without a register: reverse order of the names. */
export function orderByName(paths: readonly string[]): readonly string[] {
  return [...paths].sort((a, b) => compare(b, a))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const day = 86_400_000
/** The time of a listed path without a date: before all times, as for a path that is not listed. */
const undated = Number.NEGATIVE_INFINITY

/** Parses a time, or a day as its first moment. */
function parseTime(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const days = findCalendarDate(value) === value ? parseEpochDay(value) : null
  return days === null ? parseEpochMillis(value) : days * day
}

function readDates(register: string, rule: OrderRule): Map<string, number> | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(register)
  } catch {
    return null
  }
  const list = getValueAt(parsed, rule.list)
  if (!Array.isArray(list)) return null
  const dates = new Map<string, number>()
  for (const entry of list) {
    const path = getValueAt(entry, rule.path)
    const date = parseTime(getValueAt(entry, rule.newest)) ?? undated
    if (typeof path !== 'string' || !matchesAll(entry, rule.where)) continue
    const plain = path.replace(/^\.\//, '')
    dates.set(plain, Math.max(date, dates.get(plain) ?? date))
  }
  return dates
}
