import { asFields, asList, asText, type JsonFields, listTextParts } from './gather-transcript.ts'
import {
  findSubject,
  formatExitCode,
  getFirstLine,
  listOpenItems,
  type WorkEvent,
  type WorkReader,
} from './gather-work.ts'

/** Reads messages and tool calls from the transcripts of Gemini CLI 0.61. It writes a message again when its tools are done. */
export const geminiWork: WorkReader = {
  marks: ['"gemini"'],
  read(line) {
    const messages = asFields(line.$set)?.messages
    const lines = Array.isArray(messages) ? asList(messages).map(asFields) : [line]
    return lines.flatMap((entry) => (entry?.type === 'gemini' ? readMessage(entry) : []))
  },
}

function readMessage(line: JsonFields): WorkEvent[] {
  const model = asText(line.model)
  const text = listTextParts(line.content).join('\n')
  return [
    ...(model === null ? [] : [{ kind: 'model', model } as const]),
    ...(text.trim() === '' ? [] : [{ kind: 'said', text } as const]),
    ...asList(line.toolCalls).flatMap((toolCall) => readCall(asFields(toolCall) ?? {})),
  ]
}

function readCall(toolCall: JsonFields): WorkEvent[] {
  const [id, tool] = [asText(toolCall.id), asText(toolCall.name)]
  if (id === null || tool === null) return []
  const args = asFields(toolCall.args)
  const todos = tool === 'write_todos' && {
    todos: listOpenItems(asList(args?.todos).map(asFields), 'description'),
  }
  return [
    { kind: 'call', id, tool, subject: findSubject(args), ...todos },
    { kind: 'result', id, failure: describeFailure(toolCall, tool) },
  ]
}

/** Gemini CLI treats a command that fails as a tool that succeeded. */
function describeFailure(toolCall: JsonFields, tool: string): string | null {
  const answers = asList(toolCall.result).map((part) =>
    asFields(asFields(asFields(part)?.functionResponse)?.response),
  )
  if (toolCall.status === 'error')
    return getFirstLine(answers.flatMap((answer) => asText(answer?.error) ?? []).join('\n'))
  if (toolCall.status !== 'success') return asText(toolCall.status)
  if (tool !== 'run_shell_command') return null
  const output = answers.flatMap((answer) => asText(answer?.output) ?? []).join('\n')
  const code = [...output.matchAll(/^Exit Code: (\d+)$/gm)].at(-1)?.[1]
  return code === undefined || code === '0' ? null : formatExitCode(code)
}
