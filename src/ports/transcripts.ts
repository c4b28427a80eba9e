import type { ToolCall } from '../core/session/index.ts'

/** Forms of transcripts that can be read. */
export type TranscriptForm = 'claude' | 'codex' | 'gemini' | 'opencode'

/** A text that a hook gave and the model got, as the agent recorded it: cut, escaped and wrapped. */
export interface TranscriptText {
  readonly at: string | null
  /** As what the model got it: system, developer, user. */
  readonly role: string
  /** How many compactions came before it: an earlier one is in the model's context no more. */
  readonly era: number
  readonly text: string
}

/** What an agent itself keeps of a session. Never stored: only what is concluded from it is. */
export interface Transcript {
  readonly texts: readonly TranscriptText[]
  readonly compactions: number
  /** The model that answered last; null when none has. */
  readonly model: string | null
  /** When it did. */
  readonly answered: string | null
  /** Whether it was read from its beginning. */
  readonly complete: boolean
  /** Where it tells nothing of what was before: from when on it does. */
  readonly since?: string
}

/** What a transcript tells of the work of a session, when it is over. */
export interface TranscriptWork {
  /** The last words of the agent; null when it said none. */
  readonly message: string | null
  /** The model that answered last. */
  readonly model: string | null
  /** In the order in which they were made. */
  readonly calls: readonly ToolCall[]
  /** What the agent itself keeps as open. */
  readonly todos: readonly string[]
}

export interface Transcripts {
  /** A sentence where it cannot be read. Never throws for what is on disk. */
  read(form: TranscriptForm, path: string): Transcript | string
  /** The same for what was done. */
  work(form: TranscriptForm, path: string): TranscriptWork | string
  /** What somebody handed over in place of a file. */
  take(form: TranscriptForm, text: string): Transcript
}
