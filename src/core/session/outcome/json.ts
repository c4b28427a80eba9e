/** Whatever a program printed: every look into it may find nothing. */
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

/** The JSON that a text is, or holds between lines of another kind; null where it holds none. */
export function findJsonDocument(text: string): unknown {
  const whole = tryParse(text)
  if (whole !== undefined) return whole
  const last = text.split('\n').findLast((line) => /^\s*[{[]/.test(line) && tryParse(line) !== undefined)
  if (last !== undefined) return tryParse(last)
  const end = text.lastIndexOf('\n}')
  const begin = text.lastIndexOf('\n{', end) + 1
  return (end === -1 ? undefined : tryParse(text.slice(begin, end + 2))) ?? null
}

/** One object per line; other lines are counted. */
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

/** What an API has answered often stands in an error as it came. */
export function unwrapErrorMessage(words: string): string {
  return asText(asObject(asObject(tryParse(words)).error).message) ?? words
}
