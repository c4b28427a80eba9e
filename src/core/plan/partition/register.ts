import type { OrderRule } from '../../manifest/index.ts'
import { calendarDate, epochDay, epochMillis, getValueAt, matchesAll } from '../../values/index.ts'

export interface RegisterOrder {
  readonly paths: readonly string[]
  /** Those that the register names without a time that can be read, by name. */
  readonly undated: readonly string[]
}

/**
 * Paths with the newest first, by the dates that a register has for them; then those that it does not date, the last by name first.
 * Null when the register is none.
 */
export function orderByRegister(
  paths: readonly string[],
  register: string,
  rule: OrderRule,
): RegisterOrder | null {
  const dates = datesIn(register, rule)
  if (dates === null) return null
  const dateOf = (path: string) => dates.get(path) ?? Number.NEGATIVE_INFINITY
  const sorted = [...paths].sort((a, b) => {
    const [dateA, dateB] = [dateOf(a), dateOf(b)]
    if (dateA !== dateB) return dateB > dateA ? 1 : -1
    // Dated at the same time they stand in the order of names, as everything does.
    return Number.isFinite(dateA) ? compare(a, b) : compare(b, a)
  })
  return { paths: sorted, undated: paths.filter((path) => dates.get(path) === undated).toSorted(compare) }
}

/** As everybody does without a register: the last by name first. */
export function orderByName(paths: readonly string[]): readonly string[] {
  return [...paths].sort((a, b) => compare(b, a))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const day = 86_400_000
/** Of what is named, and not when: before all times, as what is not named. */
const undated = Number.NEGATIVE_INFINITY

/** A time, or a day, which is its first moment. */
function timeOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const days = calendarDate(value) === value ? epochDay(value) : null
  return days === null ? epochMillis(value) : days * day
}

function datesIn(register: string, rule: OrderRule): Map<string, number> | null {
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
    const date = timeOf(getValueAt(entry, rule.newest)) ?? undated
    if (typeof path !== 'string' || !matchesAll(entry, rule.where)) continue
    const plain = path.replace(/^\.\//, '')
    dates.set(plain, Math.max(date, dates.get(plain) ?? date))
  }
  return dates
}
