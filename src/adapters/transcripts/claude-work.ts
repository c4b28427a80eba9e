import { type Fields, fieldsOf, listOf, partsOf, textOf } from './gather.ts'
import { type Deed, exitCode, firstLine, openOf, type ReadWork, subjectOf } from './work.ts'

/** The lines in which Claude Code 2.1 keeps what was said and done. */
export const claudeWork: ReadWork = {
  marks: ['"assistant"', '"tool_result"'],
  read(line) {
    if (line.isSidechain === true || line.isApiErrorMessage === true) return []
    const message = fieldsOf(line.message)
    const parts = listOf(message?.content).map((part) => fieldsOf(part) ?? {})
    if (line.type === 'assistant') return answer(textOf(message?.model), parts)
    if (line.type !== 'user') return []
    return [...parts.flatMap(result), ...listed(fieldsOf(line.toolUseResult))]
  },
}

/** Its own notices are written in the same form, by no model. */
function answer(model: string | null, parts: readonly Fields[]): Deed[] {
  if (model === null || model.startsWith('<')) return []
  return [{ kind: 'model', model }, ...parts.flatMap(deed)]
}

function deed(part: Fields): Deed[] {
  const text = textOf(part.text)
  if (part.type === 'text') return text === null || text.trim() === '' ? [] : [{ kind: 'said', text }]
  const [id, tool] = [textOf(part.id), textOf(part.name)]
  if (part.type !== 'tool_use' || id === null || tool === null) return []
  return [{ kind: 'call', id, tool, subject: subjectOf(fieldsOf(part.input)) }]
}

function result(part: Fields): Deed[] {
  const id = textOf(part.tool_use_id)
  if (part.type !== 'tool_result' || id === null) return []
  return [{ kind: 'result', id, failure: part.is_error === true ? whyIn(part) : null }]
}

function whyIn(part: Fields): string {
  const text = partsOf(part.content).join('\n')
  const code = /^Exit code (\d+)/.exec(text)?.[1]
  if (code !== undefined) return exitCode(code)
  return firstLine(text.replace(/^<tool_use_error>(?:Error: )?/, '').replace(/<\/tool_use_error>$/, ''))
}

/** It keeps what is open as tasks of their own; before, as one list. */
function listed(given: Fields | null): Deed[] {
  const task = fieldsOf(given?.task)
  const [id, text] = [textOf(task?.id), textOf(task?.subject)]
  if (id !== null && text !== null) return [{ kind: 'task', id, text }]
  const changed = textOf(given?.taskId)
  const to = textOf(fieldsOf(given?.statusChange)?.to)
  if (changed !== null && (to === 'completed' || to === 'deleted')) return [{ kind: 'closed', id: changed }]
  if (!Array.isArray(given?.newTodos)) return []
  return [{ kind: 'todos', open: openOf(listOf(given.newTodos).map(fieldsOf), 'content') }]
}
