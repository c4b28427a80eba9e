import { isPlain } from './plain.ts'

/** What lies under a key of a JSON value; a dot leads further down. Names come from strangers: only what a value has itself is there. */
export function getValueAt(value: unknown, path: string): unknown {
  if (!path.includes('.')) return ownOf(value, path)
  let here = value
  for (const key of path.split('.')) here = ownOf(here, key)
  return here
}

function ownOf(value: unknown, key: string): unknown {
  return isPlain(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Whether an entry has all of these values. */
export function matchesAll(entry: unknown, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([key, value]) => String(getValueAt(entry, key)) === value)
}
