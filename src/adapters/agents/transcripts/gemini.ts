import {
  asFields,
  asList,
  asText,
  asTime,
  type JsonFields,
  type LineReader,
  listTextParts,
  type TranscriptEvent,
} from './gather-lines.ts'

/** `~/.gemini/tmp/<project>/chats/session-*.jsonl`, as Gemini CLI 0.61 writes it: messages, and changes to the whole. */
export const geminiLine: LineReader = {
  marks: ['<hook_context>', '"gemini"', '"messages"'],
  read(line) {
    const messages = asFields(line.$set)?.messages
    if (!Array.isArray(messages)) return message(line)
    // What is not in the new list, the model has no more: so it goes when a session is resumed.
    const kept = asList(messages).flatMap((one) => message(asFields(one) ?? {}))
    return [{ kind: 'compaction' }, ...kept.filter((told) => told.kind === 'text')]
  },
}

function message(line: JsonFields): TranscriptEvent[] {
  const at = asTime(line.timestamp)
  if (line.type === 'gemini') return [{ kind: 'answer', at, model: asText(line.model) }]
  if (line.type !== 'user') return []
  return listTextParts(line.content)
    .filter((text) => text.includes('<hook_context>'))
    .map((text) => ({ kind: 'text', at, role: 'user', text }))
}
