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

/** `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`, as Codex 0.166 writes it. */
export const codexLine: LineReader = {
  marks: ['"developer"', '"assistant"', '"turn_context"', '"compacted"'],
  read(line) {
    const payload = asFields(line.payload)
    if (line.type === 'compacted') return [{ kind: 'compaction' }]
    if (payload === null) return []
    if (line.type === 'turn_context') {
      const model = asText(payload.model)
      return model === null ? [] : [{ kind: 'model', model }]
    }
    return line.type === 'response_item' && payload.type === 'message' ? message(line, payload) : []
  },
}

function message(line: JsonFields, payload: JsonFields): TranscriptEvent[] {
  const at = asTime(line.timestamp)
  // It records which model was asked, and answers under no name.
  if (payload.role === 'assistant') return [{ kind: 'answer', at, model: null }]
  if (payload.role !== 'developer') return []
  return fromHooks(payload).map((text) => ({ kind: 'text', at, role: 'developer', text }))
}

/** It says of each part where it came from; before it did, developer messages were all there was to go by. */
function fromHooks(payload: JsonFields): readonly string[] {
  const kinds = asFields(payload.internal_chat_message_metadata_passthrough)?.content_item_kinds
  if (!Array.isArray(kinds)) return listTextParts(payload.content)
  return asList(payload.content)
    .filter((_, i) => kinds[i] === 'hooks.additional_context')
    .flatMap((part) => listTextParts([part]))
}
