import { consistsOf, digits, isAscii, letters } from '../../../core/values/index.ts'

/** What an agent says on standard input when it calls a hook. */
export interface HookInput {
  readonly session: string | null
  /** The subagent that the event is of; null where it is of the session itself. */
  readonly subagent: string | null
  readonly cwd: string | null
  /** The agent's own name of the event, to be given back as it came. */
  readonly name: string | null
  /** Why a session starts: startup, resume, clear, compact, fork. */
  readonly source: string | null
  readonly prompt: string | null
  /** What tells the turn that a prompt begins from all others: the agent's own id of it, or when the event was, which all of its hooks are told. */
  readonly turn: string | null
  readonly transcript: string | null
  /** What stands in place of a transcript: our plugin hands it over where the agent keeps none. */
  readonly record: string | null
  readonly model: string | null
}

/** Where nothing could be understood. */
export const emptyHookInput: HookInput = {
  session: null,
  subagent: null,
  cwd: null,
  name: null,
  source: null,
  prompt: null,
  turn: null,
  transcript: null,
  record: null,
  model: null,
}

const name = (text: string) => consistsOf(text, `${letters}${digits}_.:-`, 1, 64)
/** Ids of sessions are short; whoever sends another is not counted as one. */
const id = (text: string) => (isAscii(text) ? text.length <= 200 : /^[^\p{C}]{1,200}$/u.test(text))
/** A path is given to the system as it is, which takes no NUL, nor half a character. */
const path = (text: string) => text.length <= 4096 && !text.includes('\0') && text.isWellFormed()

/** Strangers' words: anything that is no text, or no text of its kind, is left out. Null when it is no JSON object at all. */
export function parseHookInput(text: string): HookInput | null {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null
  const said = (key: string, isRight: ((text: string) => boolean) | null): string | null => {
    const value = Object.hasOwn(data, key) ? (data as Record<string, unknown>)[key] : null
    if (typeof value !== 'string' || value === '') return null
    return isRight === null || isRight(value) ? value : null
  }
  return {
    session: said('session_id', id),
    subagent: said('agent_id', id),
    cwd: said('cwd', path),
    name: said('hook_event_name', name),
    source: said('source', name),
    prompt: said('prompt', null),
    turn: said('prompt_id', id) ?? said('turn_id', id) ?? said('timestamp', id),
    transcript: said('transcript_path', path),
    record: said('record', null),
    model: said('model', null),
  }
}
