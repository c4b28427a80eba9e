import { readHistoryBase } from './codex-history.ts'
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

/** Reads `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`, as Codex 0.166 writes it. */
export const codexLine: LineReader = {
  marks: ['"developer"', '"assistant"', '"turn_context"', '"compacted"', '"history_base"'],
  read(line) {
    const payload = asFields(line.payload)
    const at = asTime(line.timestamp)
    // The files before this line have only the part of the conversation that is left.
    if (readHistoryBase(line) !== null) return at === null ? [] : [{ kind: 'restart', at }]
    if (line.type === 'compacted') return [{ kind: 'compaction', at }]
    if (payload === null) return []
    if (line.type === 'turn_context') {
      const model = asText(payload.model)
      return model === null ? [] : [{ kind: 'model', model }]
    }
    return line.type === 'response_item' && payload.type === 'message' ? readMessage(line, payload) : []
  },
}

function readMessage(line: JsonFields, payload: JsonFields): TranscriptEvent[] {
  const at = asTime(line.timestamp)
  // Codex records which model it asks, and does not name the model in answers.
  if (payload.role === 'assistant') return [{ kind: 'answer', at, model: null }]
  if (payload.role !== 'developer') return []
  return listHookTexts(payload).map((text) => ({ kind: 'text', at, role: 'developer', text }))
}

/** Codex records the origin of each part. Older versions do not, so all developer messages count. */
function listHookTexts(payload: JsonFields): readonly string[] {
  const kinds = asFields(payload.internal_chat_message_metadata_passthrough)?.content_item_kinds
  if (!Array.isArray(kinds)) return listTextParts(payload.content)
  return asList(payload.content)
    .filter((_, i) => kinds[i] === 'hooks.additional_context')
    .flatMap((part) => listTextParts([part]))
}
