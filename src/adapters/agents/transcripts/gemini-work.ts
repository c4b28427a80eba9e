import { asFields, asList, asText, type JsonFields, listTextParts } from './gather-lines.ts'
import {
  findSubject,
  formatExitCode,
  getFirstLine,
  listOpenItems,
  type WorkEvent,
  type WorkReader,
} from './gather-work.ts'

/** The lines in which Gemini CLI 0.61 keeps what was said and done. It writes a message again when its tools are done. */
export const geminiWork: WorkReader = {
  marks: ['"gemini"'],
  read(line) {
    const messages = asFields(line.$set)?.messages
    const lines = Array.isArray(messages) ? asList(messages).map(asFields) : [line]
    return lines.flatMap((one) => (one?.type === 'gemini' ? message(one) : []))
  },
}

function message(line: JsonFields): WorkEvent[] {
  const model = asText(line.model)
  const text = listTextParts(line.content).join('\n')
  return [
    ...(model === null ? [] : [{ kind: 'model', model } as const]),
    ...(text.trim() === '' ? [] : [{ kind: 'said', text } as const]),
    ...asList(line.toolCalls).flatMap((one) => call(asFields(one) ?? {})),
  ]
}

function call(made: JsonFields): WorkEvent[] {
  const [id, tool] = [asText(made.id), asText(made.name)]
  if (id === null || tool === null) return []
  const given = asFields(made.args)
  const todos = tool === 'write_todos' && {
    todos: listOpenItems(asList(given?.todos).map(asFields), 'description'),
  }
  return [
    { kind: 'call', id, tool, subject: findSubject(given), ...todos },
    { kind: 'result', id, failure: whyIn(made, tool) },
  ]
}

/** A command that fails is a tool that did its work, in its eyes. */
function whyIn(made: JsonFields, tool: string): string | null {
  const answers = asList(made.result).map((one) =>
    asFields(asFields(asFields(one)?.functionResponse)?.response),
  )
  if (made.status === 'error')
    return getFirstLine(answers.flatMap((one) => asText(one?.error) ?? []).join('\n'))
  if (made.status !== 'success') return asText(made.status)
  if (tool !== 'run_shell_command') return null
  const output = answers.flatMap((one) => asText(one?.output) ?? []).join('\n')
  const code = [...output.matchAll(/^Exit Code: (\d+)$/gm)].at(-1)?.[1]
  return code === undefined || code === '0' ? null : formatExitCode(code)
}
