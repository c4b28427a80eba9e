import {
  asFields,
  asList,
  asText,
  asTime,
  type JsonFields,
  type LineReader,
  type TranscriptEvent,
} from './gather-transcript.ts'

/** Reads `~/.claude/projects/<slug>/<session>.jsonl`, as Claude Code 2.1 writes it. */
export const claudeLine: LineReader = {
  marks: ['"parentUuid"', '"hook_additional_context"', '"hook_success"', '"assistant"', '"compact_boundary"'],
  read(line) {
    // A subagent's context does not reach the session.
    if (line.isSidechain === true) return []
    return [...readLink(line), ...readEvents(line)]
  },
}

/** A prompt that was edited has the same parent as the prompt that it replaces, so only the chain from the last line is live. */
function readLink(line: JsonFields): TranscriptEvent[] {
  const id = asText(line.uuid)
  if (id === null) return []
  const isLeaf = line.type !== 'system' || line.subtype === 'compact_boundary'
  return [{ kind: 'link', at: asTime(line.timestamp), id, parent: asText(line.parentUuid), isLeaf }]
}

function readEvents(line: JsonFields): TranscriptEvent[] {
  if (line.type === 'attachment') return readAttachment(line)
  if (line.type === 'assistant') return readAnswer(line)
  if (line.type !== 'system' || line.subtype !== 'compact_boundary') return []
  return [{ kind: 'compaction', at: asTime(line.timestamp) }]
}

/** `stdout` is the output of the hook before the agent cuts it, so it does not prove delivery. */
function readAttachment(line: JsonFields): TranscriptEvent[] {
  const attachment = asFields(line.attachment)
  const type = attachment?.type
  if (type !== 'hook_additional_context' && type !== 'hook_success') return []
  const rendered = asList(line.rendered).flatMap((item) => asText(asFields(item)?.content) ?? [])
  const content = asText(attachment?.content) ?? asList(attachment?.content)
  const texts = rendered.length > 0 ? rendered : [content].flat().flatMap((item) => asText(item) ?? [])
  const role = asText(line.renderedRole) ?? 'user'
  const id = asText(line.uuid)
  return texts.map((text) => ({ kind: 'text', at: asTime(line.timestamp), role, text, id }))
}

/** Claude Code writes its own notices in the same form, with a model in angle brackets. */
function readAnswer(line: JsonFields): TranscriptEvent[] {
  const model = asText(asFields(line.message)?.model)
  if (model === null || model.startsWith('<') || line.isApiErrorMessage === true) return []
  return [{ kind: 'answer', at: asTime(line.timestamp), model }]
}
