import { isPlain } from '../values/index.ts'

type Plain = Record<string, unknown>

/** `extends`: maps merge key by key, null removes a key, everything else replaces. Key order: base first, then new keys. */
export function mergeManifests(base: Plain, over: Plain): Plain {
  // A Map, because assigning to `__proto__` of an object would give it a parent instead of a key.
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key)
    if (value === null) merged.delete(key)
    else if (isPlain(value) && isPlain(below)) merged.set(key, mergeManifests(below, value))
    else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}
