import { asFields, asList, asText, type JsonFields, listTextParts } from './gather-lines.ts'
import {
  findSubject,
  formatExitCode,
  getFirstLine,
  listOpenItems,
  type WorkEvent,
  type WorkReader,
} from './gather-work.ts'

/** The lines in which Claude Code 2.1 keeps what was said and done. */
export const claudeWork: WorkReader = {
  marks: ['"assistant"', '"tool_result"'],
  read(line) {
    if (line.isSidechain === true || line.isApiErrorMessage === true) return []
    const message = asFields(line.message)
    const parts = asList(message?.content).map((part) => asFields(part) ?? {})
    if (line.type === 'assistant') return answer(asText(message?.model), parts)
    if (line.type !== 'user') return []
    return [...parts.flatMap(result), ...listed(asFields(line.toolUseResult))]
  },
}

/** Its own notices are written in the same form, by no model. */
function answer(model: string | null, parts: readonly JsonFields[]): WorkEvent[] {
  if (model === null || model.startsWith('<')) return []
  return [{ kind: 'model', model }, ...parts.flatMap(deed)]
}

function deed(part: JsonFields): WorkEvent[] {
  const text = asText(part.text)
  if (part.type === 'text') return text === null || text.trim() === '' ? [] : [{ kind: 'said', text }]
  const [id, tool] = [asText(part.id), asText(part.name)]
  if (part.type !== 'tool_use' || id === null || tool === null) return []
  return [{ kind: 'call', id, tool, subject: findSubject(asFields(part.input)) }]
}

function result(part: JsonFields): WorkEvent[] {
  const id = asText(part.tool_use_id)
  if (part.type !== 'tool_result' || id === null) return []
  return [{ kind: 'result', id, failure: part.is_error === true ? whyIn(part) : null }]
}

function whyIn(part: JsonFields): string {
  const text = listTextParts(part.content).join('\n')
  const code = /^Exit code (\d+)/.exec(text)?.[1]
  if (code !== undefined) return formatExitCode(code)
  return getFirstLine(text.replace(/^<tool_use_error>(?:Error: )?/, '').replace(/<\/tool_use_error>$/, ''))
}

/** It keeps what is open as tasks of their own; before, as one list. */
function listed(given: JsonFields | null): WorkEvent[] {
  const task = asFields(given?.task)
  const [id, text] = [asText(task?.id), asText(task?.subject)]
  if (id !== null && text !== null) return [{ kind: 'task', id, text }]
  const changed = asText(given?.taskId)
  const to = asText(asFields(given?.statusChange)?.to)
  if (changed !== null && (to === 'completed' || to === 'deleted')) return [{ kind: 'closed', id: changed }]
  if (!Array.isArray(given?.newTodos)) return []
  return [{ kind: 'todos', open: listOpenItems(asList(given.newTodos).map(asFields), 'content') }]
}
