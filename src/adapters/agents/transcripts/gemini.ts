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
  marks: ['<hook_context>', '"gemini"', '"messages"'],
  read(line) {
    const messages = asFields(line.$set)?.messages
    if (!Array.isArray(messages)) return readMessage(line)
    // The model no longer has messages that are missing in the new list. This happens when a session is resumed.
    const events = asList(messages).flatMap((entry) => readMessage(asFields(entry) ?? {}))
    return [{ kind: 'compaction' }, ...events.filter((event) => event.kind === 'text')]
  },
}

function readMessage(line: JsonFields): TranscriptEvent[] {
  const at = asTime(line.timestamp)
  if (line.type === 'gemini') return [{ kind: 'answer', at, model: asText(line.model) }]
  if (line.type !== 'user') return []
  return listTextParts(line.content)
    .filter((text) => text.includes('<hook_context>'))
    .map((text) => ({ kind: 'text', at, role: 'user', text }))
}
