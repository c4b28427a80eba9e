import { asFields, asList, asText, type JsonFields, listTextParts, parseJsonLine } from './gather-lines.ts'
import {
  findSubject,
  formatExitCode,
  getFirstLine,
  listOpenItems,
  type WorkEvent,
  type WorkReader,
} from './gather-work.ts'

/** The lines in which Codex 0.166 keeps what was said and done. */
export const codexWork: WorkReader = {
  marks: ['"assistant"', '"turn_context"', '_call"', '_call_output"', '"CommandExecution"'],
  read(line) {
    const payload = asFields(line.payload)
    if (payload === null) return []
    if (line.type === 'turn_context') {
      const model = asText(payload.model)
      return model === null ? [] : [{ kind: 'model', model }]
    }
    if (line.type === 'event_msg') return command(asFields(payload.item))
    return line.type === 'response_item' ? item(payload) : []
  },
}

function item(payload: JsonFields): WorkEvent[] {
  if (payload.type === 'message') return said(payload)
  const [id, tool] = [asText(payload.call_id), asText(payload.name)]
  if (id === null) return []
  if (payload.type === 'function_call' || payload.type === 'custom_tool_call')
    // Its answer tells the exit of a command that another call began, which is told there.
    return tool === null || tool === 'write_stdin' ? [] : [called(payload, { id, tool })]
  if (payload.type !== 'function_call_output' && payload.type !== 'custom_tool_call_output') return []
  const output = asText(payload.output) ?? listTextParts(payload.output).join('\n')
  return [{ kind: 'result', id, failure: whyIn(output) }]
}

function said(payload: JsonFields): WorkEvent[] {
  const text = listTextParts(payload.content).join('\n')
  return payload.role !== 'assistant' || text.trim() === '' ? [] : [{ kind: 'said', text }]
}

function called(payload: JsonFields, { id, tool }: { id: string; tool: string }): WorkEvent {
  const given = parseJsonLine(asText(payload.arguments) ?? '')
  const call = { kind: 'call', id, tool, subject: findSubject(given) ?? patched(payload) } as const
  if (tool !== 'update_plan') return call
  return { ...call, todos: listOpenItems(asList(given?.plan).map(asFields), 'step') }
}

/** The first file of a patch. */
function patched(payload: JsonFields): string | null {
  return /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(asText(payload.input) ?? '')?.[1] ?? null
}

/** What a command printed stands below a head that says how it ended; tools that fail say so in their first words. */
function whyIn(output: string): string | null {
  const [head = ''] = output.split('\nOutput:\n', 1)
  const code = /^(?:Process exited with code|Exit code:) (-?\d+)$/m.exec(head)?.[1]
  if (code !== undefined) return code === '0' ? null : formatExitCode(code)
  return /^(?:unsupported (?:custom tool )?call: |\w+ (?:verification )?failed: )/.test(output)
    ? getFirstLine(output)
    : null
}

function command(done: JsonFields | null): WorkEvent[] {
  const id = asText(done?.id)
  if (done?.type !== 'CommandExecution' || id === null) return []
  const words = asList(done.command).flatMap((word) => asText(word) ?? [])
  const subject = words.length === 3 && words[1] === '-lc' ? words[2]! : words.join(' ')
  const failed = typeof done.exit_code === 'number' ? formatExitCode(done.exit_code) : String(done.status)
  return [
    { kind: 'call', id, tool: 'exec_command', subject },
    { kind: 'result', id, failure: done.status === 'completed' ? null : failed },
  ]
}
