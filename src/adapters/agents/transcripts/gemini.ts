import {
  asFields,
  asList,
  asText,
  asTime,
  type JsonFields,
  type LineReader,
  listTextParts,
  type TranscriptEvent,
} from './gather-transcript.ts'

/**
 * Reads `~/.gemini/tmp/<project>/chats/session-*.jsonl`, as Gemini CLI 0.61 writes it: messages, and replacements of the whole
 * list.
 */
export const geminiLine: LineReader = {
  marks: ['"user"', '"gemini"', '"messages"', '"$rewindTo"'],
  read(line) {
    const to = asText(line.$rewindTo)
    if (to !== null) return [{ kind: 'rewind', to }]
    const change = asFields(line.$set)
    if (!Array.isArray(change?.messages)) return readMessage(line)
    // The model no longer has messages that are missing in the new list. Gemini writes it after `/compress`, an edit and a resume.
    const messages = asList(change.messages).map((entry) => asFields(entry) ?? {})
    const at = asTime(change.lastUpdated) ?? asTime(messages.at(-1)?.timestamp)
    const events = messages.flatMap(readMessage)
    return [{ kind: 'compaction', at }, ...events.filter(({ kind }) => kind !== 'answer')]
  },
}

function readMessage(line: JsonFields): TranscriptEvent[] {
  const at = asTime(line.timestamp)
  const id = asText(line.id)
  const message: TranscriptEvent[] = id === null ? [] : [{ kind: 'message', id }]
  if (line.type === 'gemini') return [...message, { kind: 'answer', at, model: asText(line.model) }]
  if (line.type !== 'user') return message
  const texts = listTextParts(line.content).filter((text) => text.includes('<hook_context>'))
  return [...message, ...texts.map((text) => ({ kind: 'text' as const, at, role: 'user', text, id }))]
}
