type Plain = Record<string, unknown>

/** `extends`: maps merge key by key, null removes a key, everything else replaces. Key order: base first, then new keys. */
export function mergeManifests(base: Plain, over: Plain): Plain {
  const merged: Plain = { ...base }
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete merged[key]
    else if (isPlain(value) && isPlain(merged[key])) merged[key] = mergeManifests(merged[key], value)
    else merged[key] = value
  }
  return merged
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
