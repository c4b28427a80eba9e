import { type Fields, fieldsOf, listOf, partsOf, textOf } from './gather.ts'
import { type Deed, exitCode, firstLine, openOf, type ReadWork, subjectOf } from './work.ts'

/** The lines in which Gemini CLI 0.61 keeps what was said and done. It writes a message again when its tools are done. */
export const geminiWork: ReadWork = {
  marks: ['"gemini"'],
  read(line) {
    const messages = fieldsOf(line.$set)?.messages
    const lines = Array.isArray(messages) ? listOf(messages).map(fieldsOf) : [line]
    return lines.flatMap((one) => (one?.type === 'gemini' ? message(one) : []))
  },
}

function message(line: Fields): Deed[] {
  const model = textOf(line.model)
  const text = partsOf(line.content).join('\n')
  return [
    ...(model === null ? [] : [{ kind: 'model', model } as const]),
    ...(text.trim() === '' ? [] : [{ kind: 'said', text } as const]),
    ...listOf(line.toolCalls).flatMap((one) => call(fieldsOf(one) ?? {})),
  ]
}

function call(made: Fields): Deed[] {
  const [id, tool] = [textOf(made.id), textOf(made.name)]
  if (id === null || tool === null) return []
  const given = fieldsOf(made.args)
  const todos = tool === 'write_todos' && { todos: openOf(listOf(given?.todos).map(fieldsOf), 'description') }
  return [
    { kind: 'call', id, tool, subject: subjectOf(given), ...todos },
    { kind: 'result', id, failure: whyIn(made, tool) },
  ]
}

/** A command that fails is a tool that did its work, in its eyes. */
function whyIn(made: Fields, tool: string): string | null {
  const answers = listOf(made.result).map((one) =>
    fieldsOf(fieldsOf(fieldsOf(one)?.functionResponse)?.response),
  )
  if (made.status === 'error') return firstLine(answers.flatMap((one) => textOf(one?.error) ?? []).join('\n'))
  if (made.status !== 'success') return textOf(made.status)
  if (tool !== 'run_shell_command') return null
  const output = answers.flatMap((one) => textOf(one?.output) ?? []).join('\n')
  const code = [...output.matchAll(/^Exit Code: (\d+)$/gm)].at(-1)?.[1]
  return code === undefined || code === '0' ? null : exitCode(code)
}
