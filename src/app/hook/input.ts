/** What an agent says on standard input when it calls a hook. */
export interface HookInput {
  readonly session: string | null
  readonly cwd: string | null
  /** The agent's own name of the event, to be given back as it came. */
  readonly name: string | null
  /** Why a session starts: startup, resume, clear, compact, fork. */
  readonly source: string | null
  readonly prompt: string | null
  readonly transcript: string | null
  /** What stands in place of a transcript: our plugin hands it over where the agent keeps none. */
  readonly record: string | null
  readonly model: string | null
}

/** Strangers' words: anything that is no text is left out. Null when it is no JSON object at all. */
export function inputOf(text: string): HookInput | null {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null
  const said = (key: string): string | null => {
    const value = (data as Record<string, unknown>)[key]
    return typeof value === 'string' && value !== '' ? value : null
  }
  return {
    session: said('session_id'),
    cwd: said('cwd'),
    name: said('hook_event_name'),
    source: said('source'),
    prompt: said('prompt'),
    transcript: said('transcript_path'),
    record: said('record'),
    model: said('model'),
  }
}
