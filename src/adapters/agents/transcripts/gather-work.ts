import type { ToolCall } from '../../../core/session/index.ts'
import type { TranscriptWork } from '../../../ports/index.ts'
import { asText, type JsonFields, parseMarkedLines } from './gather-lines.ts'
import type { TranscriptTail } from './tail.ts'

/** What a line of a transcript tells of the work. */
export type WorkEvent =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'model'; readonly model: string }
  /** `todos`: the whole list of what is open, once the call has done its work. */
  | ({ readonly kind: 'call'; readonly id: string; readonly todos?: readonly string[] } & Omit<
      ToolCall,
      'failure'
    >)
  | { readonly kind: 'result'; readonly id: string; readonly failure: string | null }
  | { readonly kind: 'todos'; readonly open: readonly string[] }
  | { readonly kind: 'task'; readonly id: string; readonly text: string }
  | { readonly kind: 'closed'; readonly id: string }

export interface WorkReader {
  readonly marks: readonly string[]
  read(line: JsonFields): readonly WorkEvent[]
}

/** The end of a message names what comes next. It is cut before that, at a line. */
const maxMessageLength = 20_000
const maxTodos = 200

export function gatherWork({ marks, read }: WorkReader, { text }: TranscriptTail): TranscriptWork {
  let message: string | null = null
  let model: string | null = null
  const calls = new Map<string, ToolCall & Pick<WorkEvent & { kind: 'call' }, 'todos'>>()
  let open = new Map<string, string>()
  const all = (texts: readonly string[]) => new Map(texts.map((one, i) => [`list ${i}`, one]))
  const take = (deed: WorkEvent) => {
    if (deed.kind === 'said') message = deed.text
    else if (deed.kind === 'model') model = deed.model
    else if (deed.kind === 'todos') open = all(deed.open)
    else if (deed.kind === 'task') open.set(deed.id, deed.text)
    else if (deed.kind === 'closed') open.delete(deed.id)
    else if (deed.kind === 'call') {
      const { kind, id, ...call } = deed
      calls.set(id, { ...call, failure: calls.get(id)?.failure ?? null })
    } else {
      const call = calls.get(deed.id)
      if (call === undefined) return
      calls.set(deed.id, { ...call, failure: deed.failure })
      if (deed.failure === null && call.todos !== undefined) open = all(call.todos)
    }
  }
  for (const line of parseMarkedLines(marks, text)) read(line).forEach(take)
  const made = [...calls.values()].map(({ tool, subject, failure }) => ({ tool, subject, failure }))
  const todos = [...open.values()].slice(0, maxTodos)
  return { message: message === null ? null : endOf(message), model, calls: made, todos }
}

function endOf(message: string): string {
  if (message.length <= maxMessageLength) return message
  const end = message.slice(-maxMessageLength)
  return end.slice(end.indexOf('\n') + 1)
}

/** What a tool was given, where one of these says it. */
const subjects = ['command', 'cmd', 'file_path', 'path', 'url', 'pattern', 'query'] as const

export function findSubject(input: JsonFields | null): string | null {
  for (const key of subjects) {
    const text = asText(input?.[key])
    if (text !== null) return text
  }
  return null
}

export const formatExitCode = (code: number | string): string => `exit code ${code}`

export function getFirstLine(text: string): string {
  return text.trim().split('\n', 1)[0]!.trim() || 'it failed'
}

/** Of entries with a status, the texts of those that are not done. */
export function listOpenItems(entries: readonly (JsonFields | null)[], key: string): string[] {
  const closed: readonly unknown[] = ['completed', 'cancelled', 'deleted']
  return entries.flatMap((one) => (closed.includes(one?.status) ? [] : (asText(one?.[key]) ?? [])))
}
