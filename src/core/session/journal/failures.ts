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
    failure === null ? [] : [{ what: nameOf(call), why: fitting(failure) ?? 'it failed' }],
  )
  const told = (text: string) => text.split(`${root}/`).join('').split(root).join('.')
  return failed.slice(-maxCount).map(({ what, why }) => ({ what: told(what), why: told(why) }))
}

function nameOf({ tool, subject }: Pick<ToolCall, 'tool' | 'subject'>): string {
  const given = subject === null ? null : fitting(subject)
  if (given === null) return fitting(tool) ?? 'a tool'
  return shells.has(tool) ? given : `${fitting(tool) ?? 'a tool'} ${given}`
}

function fitting(text: string): string | null {
  return text.length > maxLength ? null : text
}
