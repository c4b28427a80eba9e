import { asFields, asList, asText, type JsonFields, listTextParts } from './gather-transcript.ts'
import {
  findSubject,
  formatExitCode,
  getFirstLine,
  listOpenItems,
  type WorkEvent,
  type WorkReader,
} from './gather-work.ts'

/** Reads messages and tool calls from the transcripts of Claude Code 2.1. */
export const claudeWork: WorkReader = {
  marks: ['"assistant"', '"tool_result"'],
  read(line) {
    if (line.isSidechain === true || line.isApiErrorMessage === true) return []
    const message = asFields(line.message)
    const parts = asList(message?.content).map((part) => asFields(part) ?? {})
    if (line.type === 'assistant') return readAssistantMessage(asText(message?.model), parts)
    if (line.type !== 'user') return []
    return [...parts.flatMap(readResult), ...readTasks(asFields(line.toolUseResult))]
  },
}

/** Claude Code writes its own notices in the same form, with a model in angle brackets. */
function readAssistantMessage(model: string | null, parts: readonly JsonFields[]): WorkEvent[] {
  if (model === null || model.startsWith('<')) return []
  return [{ kind: 'model', model }, ...parts.flatMap(readPart)]
}

function readPart(part: JsonFields): WorkEvent[] {
  const text = asText(part.text)
  if (part.type === 'text') return text === null || text.trim() === '' ? [] : [{ kind: 'said', text }]
  const [id, tool] = [asText(part.id), asText(part.name)]
  if (part.type !== 'tool_use' || id === null || tool === null) return []
  return [{ kind: 'call', id, tool, subject: findSubject(asFields(part.input)) }]
}

function readResult(part: JsonFields): WorkEvent[] {
  const id = asText(part.tool_use_id)
  if (part.type !== 'tool_result' || id === null) return []
  return [{ kind: 'result', id, failure: part.is_error === true ? describeFailure(part) : null }]
}

function describeFailure(part: JsonFields): string {
  const text = listTextParts(part.content).join('\n')
  const code = /^Exit code (\d+)/.exec(text)?.[1]
  if (code !== undefined) return formatExitCode(code)
  return getFirstLine(text.replace(/^<tool_use_error>(?:Error: )?/, '').replace(/<\/tool_use_error>$/, ''))
}

/** Claude Code keeps open work as separate tasks; older versions keep it as one list. */
function readTasks(toolResult: JsonFields | null): WorkEvent[] {
  const task = asFields(toolResult?.task)
  const [id, text] = [asText(task?.id), asText(task?.subject)]
  if (id !== null && text !== null) return [{ kind: 'task', id, text }]
  const taskId = asText(toolResult?.taskId)
  const to = asText(asFields(toolResult?.statusChange)?.to)
  if (taskId !== null && (to === 'completed' || to === 'deleted')) return [{ kind: 'closed', id: taskId }]
  if (!Array.isArray(toolResult?.newTodos)) return []
  return [{ kind: 'todos', open: listOpenItems(asList(toolResult.newTodos).map(asFields), 'content') }]
}
