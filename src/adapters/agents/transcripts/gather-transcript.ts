import type { Transcript, TranscriptText } from '../../../ports/index.ts'
import type { TranscriptTail } from './transcript-tail.ts'

/** One fact that a line of a transcript contains. */
export type TranscriptEvent =
  /** `id`: the line or message that holds the text. */
  | ({ readonly kind: 'text'; readonly id?: string | null } & Omit<TranscriptText, 'era' | 'live'>)
  /** A line that names the line before it in the conversation. `isLeaf`: the conversation can continue after it. */
  | {
      readonly kind: 'link'
      readonly at: string | null
      readonly id: string
      readonly parent: string | null
      readonly isLeaf: boolean
    }
  /** A message of an agent whose messages have ids in the order of the conversation. */
  | { readonly kind: 'message'; readonly id: string }
  /** The agent removes this message and all after it. */
  | { readonly kind: 'rewind'; readonly to: string }
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'answer'; readonly at: string | null; readonly model: string | null }
  /** The transcript has no record of anything before this time. */
  | { readonly kind: 'began'; readonly at: string }
  /** The agent starts its history anew. */
  | { readonly kind: 'compaction'; readonly at: string | null }
  /** The conversation branched off an earlier one, or was loaded again. All that it has follows. */
  | { readonly kind: 'restart'; readonly at: string }

/** The format of one agent: `marks` select the lines to parse, and `read` returns the events of a line. */
export interface LineReader {
  readonly marks: readonly string[]
  read(line: JsonFields): readonly TranscriptEvent[]
}

export function gatherTranscript(reader: LineReader, { text, complete }: TranscriptTail): Transcript {
  const gathered = new GatheredTranscript()
  for (const line of parseMarkedLines(reader.marks, text))
    for (const event of reader.read(line)) gathered.take(event)
  return gathered.finish(complete)
}

/** Builds a transcript from its events, in the order of the file. */
class GatheredTranscript {
  #texts: (Omit<TranscriptText, 'live'> & { readonly id: string | null; live: boolean })[] = []
  /** Places in `#texts` that no rewind has removed. */
  #live: number[] = []
  /** The place of each message in the conversation, by its id. */
  #messages = new Map<string, number>()
  /** The messages in their order, and the number of texts before each. */
  #order: { readonly id: string; readonly texts: number }[] = []
  #parents = new Map<string, string | null>()
  #leaf: string | null = null
  #lastAt: string | null = null
  #restarted: string | null = null
  #model: string | null = null
  #requested: string | null = null
  #answered: string | null = null
  #since: string | undefined
  #compactions = 0

  take(event: TranscriptEvent): void {
    switch (event.kind) {
      case 'text': {
        const { at, role, text, id = null } = event
        this.#live.push(this.#texts.length)
        this.#texts.push({ at, role, era: this.#compactions, text, live: true, id })
        break
      }
      case 'link':
        this.#parents.set(event.id, event.parent)
        this.#lastAt = event.at ?? this.#lastAt
        if (event.isLeaf) this.#leaf = event.id
        break
      case 'message':
        this.#addMessage(event.id)
        break
      case 'rewind':
        this.#rewind(event.to)
        break
      case 'compaction':
        this.#compactions += 1
        this.#messages.clear()
        this.#order = []
        this.#restarted = event.at ?? this.#restarted
        break
      case 'restart':
        this.#restarted = event.at
        break
      case 'model':
        this.#requested = event.model
        break
      case 'began':
        this.#since = event.at
        break
      case 'answer':
        this.#model = event.model ?? this.#requested ?? this.#model
        this.#answered = event.at ?? this.#answered
    }
  }

  /** An agent writes a message again when it has changed. */
  #addMessage(id: string): void {
    if (this.#messages.has(id)) return
    this.#messages.set(id, this.#order.length)
    this.#order.push({ id, texts: this.#texts.length })
  }

  /** Takes linear time for all rewinds together, because each removes what it looks at. */
  #rewind(to: string): void {
    const place = this.#messages.get(to)
    if (place === undefined) return
    const from = this.#order[place]!.texts
    for (const { id } of this.#order.splice(place)) this.#messages.delete(id)
    while ((this.#live.at(-1) ?? -1) >= from) this.#texts[this.#live.pop()!]!.live = false
  }

  finish(complete: boolean): Transcript {
    const chain = this.#walkChain()
    const texts = this.#texts.map(({ id, ...text }) => {
      const isOnChain = id === null || chain === null || !this.#parents.has(id) || chain.has(id)
      // A chain ends at a compaction by itself. An agent without a chain forgets everything before the last compaction.
      const isInEra = chain !== null && id !== null ? true : text.era === this.#compactions
      return { ...text, live: text.live && isOnChain && isInEra }
    })
    const isAbandoned = chain !== null && texts.some(({ live }) => !live)
    const all = {
      texts,
      compactions: this.#compactions,
      model: this.#model,
      answered: this.#answered,
      complete,
      restarted: isAbandoned ? (this.#lastAt ?? this.#restarted) : this.#restarted,
    }
    return this.#since === undefined ? all : { ...all, since: this.#since }
  }

  /** Walks from the last line to the beginning. Null if the agent does not link its lines, or if a line was not read. */
  #walkChain(): ReadonlySet<string> | null {
    if (this.#leaf === null) return null
    const chain = new Set<string>()
    let id: string | null = this.#leaf
    while (id !== null && !chain.has(id)) {
      chain.add(id)
      const parent: string | null | undefined = this.#parents.get(id)
      if (parent === undefined) return null
      id = parent
    }
    return chain
  }
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
