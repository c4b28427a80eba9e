import { type Fields, fieldsOf, listOf, type ReadLine, type Told, textOf, timeOf } from './gather.ts'

/** `~/.claude/projects/<slug>/<session>.jsonl`, as Claude Code 2.1 writes it. */
export const claudeLine: ReadLine = {
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
function attached(line: Fields): Told[] {
  const attachment = fieldsOf(line.attachment)
  const type = attachment?.type
  if (type !== 'hook_additional_context' && type !== 'hook_success') return []
  const rendered = listOf(line.rendered).flatMap((one) => textOf(fieldsOf(one)?.content) ?? [])
  const given = textOf(attachment?.content) ?? listOf(attachment?.content)
  const texts = rendered.length > 0 ? rendered : [given].flat().flatMap((one) => textOf(one) ?? [])
  const role = textOf(line.renderedRole) ?? 'user'
  return texts.map((text) => ({ kind: 'text', at: timeOf(line.timestamp), role, text }))
}

/** Its own notices are written in the same form, by no model. */
function answer(line: Fields): Told[] {
  const model = textOf(fieldsOf(line.message)?.model)
  if (model === null || model.startsWith('<') || line.isApiErrorMessage === true) return []
  return [{ kind: 'answer', at: timeOf(line.timestamp), model }]
}
