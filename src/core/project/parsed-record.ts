// Parsed files of strangers can hold anything, so every value is looked at before it is used.

export type ParsedRecord = Readonly<Record<string, unknown>>

/** Also accepts comments and trailing commas, because some tools write their JSON so. */
export function parseLooseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    try {
      return JSON.parse(text.replace(/^\s*\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1'))
    } catch {
      return undefined
    }
  }
}

export function isRecord(value: unknown): value is ParsedRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The record at a path of keys; an empty one if it is absent. */
export function getRecord(value: unknown, ...keys: readonly string[]): ParsedRecord {
  let at = value
  for (const key of keys) at = isRecord(at) ? at[key] : undefined
  return isRecord(at) ? at : {}
}

export function getText(value: unknown, key: string): string | null {
  const found = isRecord(value) ? value[key] : undefined
  return typeof found === 'string' ? found : null
}

/** The texts of a list, or the one text. */
export function getTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')
}
