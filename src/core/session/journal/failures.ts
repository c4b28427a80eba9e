/** A call of a tool that a session made. */
export interface ToolCall {
  readonly tool: string
  /** What it was given: a command, a file; null where that cannot be said in a line. */
  readonly subject: string | null
  /** Null for one that did its work. */
  readonly failure: string | null
}

export interface ToolFailure {
  readonly what: string
  readonly why: string
}

/** Tools whose subject says it all. */
const shells: ReadonlySet<string> = new Set(['Bash', 'exec_command', 'run_shell_command'])

/** What is longer is left out whole: nothing may be cut before it was redacted. */
const maxLength = 4_000
const maxCount = 100

/** The last word on each call: one that was made again and did its work has not failed. Paths are told from the project's root. */
export function findFailures(calls: readonly ToolCall[], root: string): ToolFailure[] {
  const last = new Map<string, ToolCall>()
  for (const call of calls) {
    const key = JSON.stringify([call.tool, call.subject])
    last.delete(key)
    last.set(key, call)
  }
  const failed = [...last.values()].flatMap(({ failure, ...call }) =>
    failure === null ? [] : [{ what: describeCall(call), why: dropTooLong(failure) ?? 'it failed' }],
  )
  const shorten = (text: string) => text.split(`${root}/`).join('').split(root).join('.')
  return failed.slice(-maxCount).map(({ what, why }) => ({ what: shorten(what), why: shorten(why) }))
}

function describeCall({ tool, subject }: Pick<ToolCall, 'tool' | 'subject'>): string {
  const shownSubject = subject === null ? null : dropTooLong(subject)
  if (shownSubject === null) return dropTooLong(tool) ?? 'a tool'
  return shells.has(tool) ? shownSubject : `${dropTooLong(tool) ?? 'a tool'} ${shownSubject}`
}

function dropTooLong(text: string): string | null {
  return text.length > maxLength ? null : text
}
