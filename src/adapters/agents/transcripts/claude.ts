import {
  asFields,
  asList,
  asText,
  asTime,
  type JsonFields,
  type LineReader,
  type TranscriptEvent,
} from './gather-lines.ts'

/** `~/.claude/projects/<slug>/<session>.jsonl`, as Claude Code 2.1 writes it. */
export const claudeLine: LineReader = {
  marks: ['"hook_additional_context"', '"hook_success"', '"assistant"', '"compact_boundary"'],
  read(line) {
    // What a subagent got, the session did not.
    if (line.isSidechain === true) return []
    if (line.type === 'attachment') return attached(line)
    if (line.type === 'assistant') return answer(line)
    return line.type === 'system' && line.subtype === 'compact_boundary' ? [{ kind: 'compaction' }] : []
  },
}

/** `stdout` is what the hook printed, not what the model got: it says nothing about delivery. */
function attached(line: JsonFields): TranscriptEvent[] {
  const attachment = asFields(line.attachment)
  const type = attachment?.type
  if (type !== 'hook_additional_context' && type !== 'hook_success') return []
  const rendered = asList(line.rendered).flatMap((one) => asText(asFields(one)?.content) ?? [])
  const given = asText(attachment?.content) ?? asList(attachment?.content)
  const texts = rendered.length > 0 ? rendered : [given].flat().flatMap((one) => asText(one) ?? [])
  const role = asText(line.renderedRole) ?? 'user'
  return texts.map((text) => ({ kind: 'text', at: asTime(line.timestamp), role, text }))
}

/** Its own notices are written in the same form, by no model. */
function answer(line: JsonFields): TranscriptEvent[] {
  const model = asText(asFields(line.message)?.model)
  if (model === null || model.startsWith('<') || line.isApiErrorMessage === true) return []
  return [{ kind: 'answer', at: asTime(line.timestamp), model }]
}
