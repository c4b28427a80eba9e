import type { ToolCall } from '../../../core/session/index.ts'
import type { TranscriptWork } from '../../../ports/index.ts'
import { asText, type JsonFields, parseMarkedLines } from './gather-transcript.ts'
import type { TranscriptTail } from './transcript-tail.ts'

/** One fact about the work that a line of a transcript contains. */
export type WorkEvent =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'model'; readonly model: string }
  /** `todos`: all open items after the call succeeded. */
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

/** The end of a message says what comes next, so its beginning is cut off, at a line. */
const maxMessageLength = 20_000
const maxTodos = 200

export function gatherWork({ marks, read }: WorkReader, { text }: TranscriptTail): TranscriptWork {
  let message: string | null = null
  let model: string | null = null
  const calls = new Map<string, ToolCall & Pick<WorkEvent & { kind: 'call' }, 'todos'>>()
  let open = new Map<string, string>()
  const toOpenItems = (texts: readonly string[]) => new Map(texts.map((text, i) => [`list ${i}`, text]))
  const take = (event: WorkEvent) => {
    if (event.kind === 'said') message = event.text
    else if (event.kind === 'model') model = event.model
    else if (event.kind === 'todos') open = toOpenItems(event.open)
    else if (event.kind === 'task') open.set(event.id, event.text)
    else if (event.kind === 'closed') open.delete(event.id)
    else if (event.kind === 'call') {
      const { kind, id, ...call } = event
      calls.set(id, { ...call, failure: calls.get(id)?.failure ?? null })
    } else {
      const call = calls.get(event.id)
      if (call === undefined) return
      calls.set(event.id, { ...call, failure: event.failure })
      if (event.failure === null && call.todos !== undefined) open = toOpenItems(call.todos)
    }
  }
  for (const line of parseMarkedLines(marks, text)) read(line).forEach(take)
  const made = [...calls.values()].map(({ tool, subject, failure }) => ({ tool, subject, failure }))
  const todos = [...open.values()].slice(0, maxTodos)
  return { message: message === null ? null : cutBeginning(message), model, calls: made, todos }
}

function cutBeginning(message: string): string {
  if (message.length <= maxMessageLength) return message
  const end = message.slice(-maxMessageLength)
  return end.slice(end.indexOf('\n') + 1)
}

/** Arguments that name the object of a tool call, best first. */
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

/** Returns the texts of the entries that are not done. */
export function listOpenItems(entries: readonly (JsonFields | null)[], key: string): string[] {
  const closed: readonly unknown[] = ['completed', 'cancelled', 'deleted']
  return entries.flatMap((entry) => (closed.includes(entry?.status) ? [] : (asText(entry?.[key]) ?? [])))
}
