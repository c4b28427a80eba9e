import { isPlainObject } from '../values/index.ts'

type Plain = Record<string, unknown>

/** Applies `extends`: maps merge key by key, null removes a key, all other values replace. The keys of `base` come first. */
export function mergeManifests(base: Plain, over: Plain): Plain {
  // A Map, because assigning to `__proto__` of an object sets its prototype instead of a key.
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key)
    if (value === null) merged.delete(key)
    else if (isPlainObject(value) && isPlainObject(below)) merged.set(key, mergeManifests(below, value))
    else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}
