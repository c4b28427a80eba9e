import {
  asFields,
  asList,
  asText,
  type JsonFields,
  listTextParts,
  parseJsonLine,
} from './gather-transcript.ts'
import {
  findSubject,
  formatExitCode,
  getFirstLine,
  listOpenItems,
  type WorkEvent,
  type WorkReader,
} from './gather-work.ts'

/** Reads messages and tool calls from the transcripts of Codex 0.166. */
export const codexWork: WorkReader = {
  marks: ['"assistant"', '"turn_context"', '_call"', '_call_output"', '"CommandExecution"'],
  read(line) {
    const payload = asFields(line.payload)
    if (payload === null) return []
    if (line.type === 'turn_context') {
      const model = asText(payload.model)
      return model === null ? [] : [{ kind: 'model', model }]
    }
    if (line.type === 'event_msg') return readCommand(asFields(payload.item))
    return line.type === 'response_item' ? readItem(payload) : []
  },
}

function readItem(payload: JsonFields): WorkEvent[] {
  if (payload.type === 'message') return readMessage(payload)
  const [id, tool] = [asText(payload.call_id), asText(payload.name)]
  if (id === null) return []
  if (payload.type === 'function_call' || payload.type === 'custom_tool_call')
    // The output of `write_stdin` reports the exit of a command that another call started. That call's own event reports it too.
    return tool === null || tool === 'write_stdin' ? [] : [readCall(payload, { id, tool })]
  if (payload.type !== 'function_call_output' && payload.type !== 'custom_tool_call_output') return []
  const output = asText(payload.output) ?? listTextParts(payload.output).join('\n')
  return [{ kind: 'result', id, failure: describeFailure(output) }]
}

function readMessage(payload: JsonFields): WorkEvent[] {
  const text = listTextParts(payload.content).join('\n')
  return payload.role !== 'assistant' || text.trim() === '' ? [] : [{ kind: 'said', text }]
}

function readCall(payload: JsonFields, { id, tool }: { id: string; tool: string }): WorkEvent {
  const args = parseJsonLine(asText(payload.arguments) ?? '')
  const call = { kind: 'call', id, tool, subject: findSubject(args) ?? findPatchedFile(payload) } as const
  if (tool !== 'update_plan') return call
  return { ...call, todos: listOpenItems(asList(args?.plan).map(asFields), 'step') }
}

/** Returns the first file of a patch. */
function findPatchedFile(payload: JsonFields): string | null {
  return /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(asText(payload.input) ?? '')?.[1] ?? null
}

/** The output of a command is below a head that reports its exit code. Tools that fail report it in their first words. */
function describeFailure(output: string): string | null {
  const [head = ''] = output.split('\nOutput:\n', 1)
  const code = /^(?:Process exited with code|Exit code:) (-?\d+)$/m.exec(head)?.[1]
  if (code !== undefined) return code === '0' ? null : formatExitCode(code)
  return /^(?:unsupported (?:custom tool )?call: |\w+ (?:verification )?failed: )/.test(output)
    ? getFirstLine(output)
    : null
}

function readCommand(execution: JsonFields | null): WorkEvent[] {
  const id = asText(execution?.id)
  if (execution?.type !== 'CommandExecution' || id === null) return []
  const words = asList(execution.command).flatMap((word) => asText(word) ?? [])
  const subject = words.length === 3 && words[1] === '-lc' ? words[2]! : words.join(' ')
  const failed =
    typeof execution.exit_code === 'number' ? formatExitCode(execution.exit_code) : String(execution.status)
  return [
    { kind: 'call', id, tool: 'exec_command', subject },
    { kind: 'result', id, failure: execution.status === 'completed' ? null : failed },
  ]
}
