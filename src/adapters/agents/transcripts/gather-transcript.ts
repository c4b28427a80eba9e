import type { Transcript, TranscriptText } from '../../../ports/index.ts'
import type { TranscriptTail } from './transcript-tail.ts'

/** One fact that a line of a transcript contains. */
export type TranscriptEvent =
  | ({ readonly kind: 'text' } & Omit<TranscriptText, 'era'>)
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'answer'; readonly at: string | null; readonly model: string | null }
  /** The transcript has no record of anything before this time. */
  | { readonly kind: 'began'; readonly at: string }
  /** The agent starts its history anew. */
  | { readonly kind: 'compaction' }

/** The format of one agent: `marks` select the lines to parse, and `read` returns the events of a line. */
export interface LineReader {
  readonly marks: readonly string[]
  read(line: JsonFields): readonly TranscriptEvent[]
}

export function gatherTranscript(
  { marks, read }: LineReader,
  { text, complete }: TranscriptTail,
): Transcript {
  const texts: TranscriptText[] = []
  let model: string | null = null
  let requested: string | null = null
  let answered: string | null = null
  let since: string | undefined
  let compactions = 0
  const take = (event: TranscriptEvent) => {
    if (event.kind === 'text')
      texts.push({ at: event.at, role: event.role, era: compactions, text: event.text })
    else if (event.kind === 'model') requested = event.model
    else if (event.kind === 'compaction') compactions += 1
    else if (event.kind === 'began') since = event.at
    else {
      model = event.model ?? requested ?? model
      answered = event.at ?? answered
    }
  }
  for (const line of parseMarkedLines(marks, text)) read(line).forEach(take)
  const all = { texts, compactions, model, answered, complete }
  return since === undefined ? all : { ...all, since }
}

/** Parses only lines that contain a mark, because most lines of a transcript are not needed. */
export function* parseMarkedLines(marks: readonly string[], text: string): Generator<JsonFields> {
  for (const line of splitLines(text)) {
    if (!marks.some((mark) => line.includes(mark))) continue
    const fields = parseJsonLine(line)
    if (fields !== null) yield fields
  }
}

function* splitLines(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    yield text.slice(at, end === -1 ? text.length : end)
    at = end === -1 ? text.length : end + 1
  }
}

/** Untrusted input: every field has to be checked. */
export type JsonFields = Readonly<Record<string, unknown>>

export function parseJsonLine(line: string): JsonFields | null {
  try {
    return asFields(JSON.parse(line))
  } catch {
    return null
  }
}

export function asFields(value: unknown): JsonFields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : null
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns the time in ISO format, so that times can be compared. */
export function asTime(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN
  // JavaScript dates end here.
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : null
}

/** Returns the texts in a list of `{ text }`, or a single text. */
export function listTextParts(content: unknown): readonly string[] {
  const text = asText(content)
  if (text !== null) return [text]
  return asList(content).flatMap((part) => asText(asFields(part)?.text) ?? [])
}
