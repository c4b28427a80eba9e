/** JSON from a program. Any field may be missing or of another type. */
export type Json = Readonly<Record<string, unknown>>

export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function asCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}

export function asObjectList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

/** Finds JSON that is the whole text or stands between other lines; null if there is none. */
export function findJsonDocument(text: string): unknown {
  const whole = tryParse(text)
  if (whole !== undefined) return whole
  const last = text.split('\n').findLast((line) => /^\s*[{[]/.test(line) && tryParse(line) !== undefined)
  if (last !== undefined) return tryParse(last)
  const end = text.lastIndexOf('\n}')
  const begin = text.lastIndexOf('\n{', end) + 1
  return (end === -1 ? undefined : tryParse(text.slice(begin, end + 2))) ?? null
}

/** Parses one object per line and counts the other lines. */
export function parseJsonLines(text: string): { readonly events: readonly Json[]; readonly others: number } {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const events = lines.map(tryParse).filter((value) => typeof asObject(value).type === 'string')
  return { events: events.map(asObject), others: lines.length - events.length }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Unwraps the message if the error is the JSON response of an API. */
export function unwrapErrorMessage(words: string): string {
  return asText(asObject(asObject(tryParse(words)).error).message) ?? words
}
