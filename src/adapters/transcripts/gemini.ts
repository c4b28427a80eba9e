import { type Fields, fieldsOf, listOf, partsOf, type ReadLine, type Told, textOf, timeOf } from './gather.ts'

/** `~/.gemini/tmp/<project>/chats/session-*.jsonl`, as Gemini CLI 0.61 writes it: messages, and changes to the whole. */
export const geminiLine: ReadLine = {
  marks: ['<hook_context>', '"gemini"', '"messages"'],
  read(line) {
    const messages = fieldsOf(line.$set)?.messages
    if (!Array.isArray(messages)) return message(line)
    // What is not in the new list, the model has no more: so it goes when a session is resumed.
    const kept = listOf(messages).flatMap((one) => message(fieldsOf(one) ?? {}))
    return [{ kind: 'compaction' }, ...kept.filter((told) => told.kind === 'text')]
  },
}

function message(line: Fields): Told[] {
  const at = timeOf(line.timestamp)
  if (line.type === 'gemini') return [{ kind: 'answer', at, model: textOf(line.model) }]
  if (line.type !== 'user') return []
  return partsOf(line.content)
    .filter((text) => text.includes('<hook_context>'))
    .map((text) => ({ kind: 'text', at, role: 'user', text }))
}
