import { isPlainObject } from './plain-object.ts'

/** Reads a JSON value by key. A dot separates nested keys. Only own properties count, because manifests and documents supply the names. */
export function getValueAt(value: unknown, path: string): unknown {
  if (!path.includes('.')) return getOwn(value, path)
  let current = value
  for (const key of path.split('.')) current = getOwn(current, key)
  return current
}

function getOwn(value: unknown, key: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Whether an entry has all of these values. */
export function matchesAll(entry: unknown, expected: Readonly<Record<string, string>>): boolean {
  return Object.entries(expected).every(([key, value]) => String(getValueAt(entry, key)) === value)
}
