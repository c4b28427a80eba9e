/** A tool call of a session. */
export interface ToolCall {
  readonly tool: string
  /** Its input, such as a command or a file; null if that does not fit in a line. */
  readonly subject: string | null
  /** Null if the call succeeded. */
  readonly failure: string | null
}

export interface ToolFailure {
  readonly what: string
  readonly why: string
}

/** Tools whose subject needs no tool name before it. */
const shells: ReadonlySet<string> = new Set(['Bash', 'exec_command', 'run_shell_command'])

/** Longer texts are left out whole, because a text must not be cut before it is redacted. */
const maxLength = 4_000
const maxCount = 100

/** Finds calls that failed and did not succeed when they were made again. Paths are relative to the project's root. */
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
