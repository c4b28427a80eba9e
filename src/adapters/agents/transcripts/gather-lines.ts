import type { Transcript, TranscriptText } from '../../../ports/index.ts'
import type { TranscriptTail } from './tail.ts'

/** What a line of a transcript tells. */
export type TranscriptEvent =
  | ({ readonly kind: 'text' } & Omit<TranscriptText, 'era'>)
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'answer'; readonly at: string | null; readonly model: string | null }
  /** What was before, it does not tell. */
  | { readonly kind: 'began'; readonly at: string }
  /** The agent begins its history anew. */
  | { readonly kind: 'compaction' }

/** How one agent writes: which lines are worth parsing, and what a line tells. */
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
  let asked: string | null = null
  let answered: string | null = null
  let since: string | undefined
  let compactions = 0
  const take = (told: TranscriptEvent) => {
    if (told.kind === 'text') texts.push({ at: told.at, role: told.role, era: compactions, text: told.text })
    else if (told.kind === 'model') asked = told.model
    else if (told.kind === 'compaction') compactions += 1
    else if (told.kind === 'began') since = told.at
    else {
      model = told.model ?? asked ?? model
      answered = told.at ?? answered
    }
  }
  for (const line of parseMarkedLines(marks, text)) read(line).forEach(take)
  const all = { texts, compactions, model, answered, complete }
  return since === undefined ? all : { ...all, since }
}

/** Only these are parsed: most of a transcript is what nobody asks for. */
export function* parseMarkedLines(marks: readonly string[], text: string): Generator<JsonFields> {
  for (const line of linesOf(text)) {
    if (!marks.some((mark) => line.includes(mark))) continue
    const fields = parseJsonLine(line)
    if (fields !== null) yield fields
  }
}

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    yield text.slice(at, end === -1 ? text.length : end)
    at = end === -1 ? text.length : end + 1
  }
}

/** Whatever a stranger may have written: nothing in it is taken for granted. */
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

/** As this program writes times, so that they can be compared. */
export function asTime(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN
  // Further away than this there are no dates.
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : null
}

/** The texts in a list of `{ text }`, or one text by itself. */
export function listTextParts(content: unknown): readonly string[] {
  const one = asText(content)
  if (one !== null) return [one]
  return asList(content).flatMap((part) => asText(asFields(part)?.text) ?? [])
}
