import { asciiLetters, decimalDigits, hasOnlyCharacters, isAscii } from '../../../core/values/index.ts'

/** The JSON that an agent writes to the standard input of a hook. */
export interface HookInput {
  readonly session: string | null
  /** The subagent of the event; null for the session itself. */
  readonly subagent: string | null
  readonly cwd: string | null
  /** The agent's own name of the event. The answer repeats it unchanged. */
  readonly name: string | null
  /** Why a session starts: startup, resume, clear, compact, fork. */
  readonly source: string | null
  readonly prompt: string | null
  /** Identifies the turn of a prompt: the agent's own id, or the time of the event, which all hooks of the event get. */
  readonly turn: string | null
  readonly transcript: string | null
  /** Replaces the transcript of an agent that keeps none. Our plugin writes it. */
  readonly record: string | null
  readonly model: string | null
}

/** The input if nothing could be parsed. */
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

const isName = (text: string) => hasOnlyCharacters(text, `${asciiLetters}${decimalDigits}_.:-`, 1, 64)
/** Session ids are short. Anything longer is ignored. */
const isId = (text: string) => (isAscii(text) ? text.length <= 200 : isVisible(text))
/** Apart from `isId`, because V8 collects the characters of \p{C} when it parses the function. */
const isVisible = (text: string) => /^[^\p{C}]{1,200}$/u.test(text)
/** The system calls accept neither NUL nor half a surrogate pair. */
const isPath = (text: string) => text.length <= 4096 && !text.includes('\0') && text.isWellFormed()

/** Parses untrusted input. Invalid values become null. Null if the text is not a JSON object. */
export function parseHookInput(text: string): HookInput | null {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null
  const read = (key: string, isValid: ((text: string) => boolean) | null): string | null => {
    const value = Object.hasOwn(data, key) ? (data as Record<string, unknown>)[key] : null
    if (typeof value !== 'string' || value === '') return null
    return isValid === null || isValid(value) ? value : null
  }
  return {
    session: read('session_id', isId),
    subagent: read('agent_id', isId),
    cwd: read('cwd', isPath),
    name: read('hook_event_name', isName),
    source: read('source', isName),
    prompt: read('prompt', null),
    turn: read('prompt_id', isId) ?? read('turn_id', isId) ?? read('timestamp', isId),
    transcript: read('transcript_path', isPath),
    record: read('record', null),
    model: read('model', null),
  }
}
