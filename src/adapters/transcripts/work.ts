import type { ToolCall } from '../../core/journal/index.ts'
import type { TranscriptWork } from '../../ports/index.ts'
import { type Fields, linesWith, textOf } from './gather.ts'
import type { Tail } from './tail.ts'

/** What a line of a transcript tells of the work. */
export type Deed =
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

export interface ReadWork {
  readonly marks: readonly string[]
  read(line: Fields): readonly Deed[]
}

/** The end of a message names what comes next. It is cut before that, at a line. */
const longestMessage = 20_000
const mostTodos = 200

export function gatherWork({ marks, read }: ReadWork, { text }: Tail): TranscriptWork {
  let message: string | null = null
  let model: string | null = null
  const calls = new Map<string, ToolCall & Pick<Deed & { kind: 'call' }, 'todos'>>()
  let open = new Map<string, string>()
  const all = (texts: readonly string[]) => new Map(texts.map((one, i) => [`list ${i}`, one]))
  const take = (deed: Deed) => {
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
  for (const line of linesWith(marks, text)) read(line).forEach(take)
  const made = [...calls.values()].map(({ tool, subject, failure }) => ({ tool, subject, failure }))
  const todos = [...open.values()].slice(0, mostTodos)
  return { message: message === null ? null : endOf(message), model, calls: made, todos }
}

function endOf(message: string): string {
  if (message.length <= longestMessage) return message
  const end = message.slice(-longestMessage)
  return end.slice(end.indexOf('\n') + 1)
}

/** What a tool was given, where one of these says it. */
const subjects = ['command', 'cmd', 'file_path', 'path', 'url', 'pattern', 'query'] as const

export function subjectOf(input: Fields | null): string | null {
  for (const key of subjects) {
    const text = textOf(input?.[key])
    if (text !== null) return text
  }
  return null
}

export const exitCode = (code: number | string): string => `exit code ${code}`

export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]!.trim() || 'it failed'
}

/** Of entries with a status, the texts of those that are not done. */
export function openOf(entries: readonly (Fields | null)[], key: string): string[] {
  const closed: readonly unknown[] = ['completed', 'cancelled', 'deleted']
  return entries.flatMap((one) => (closed.includes(one?.status) ? [] : (textOf(one?.[key]) ?? [])))
}
