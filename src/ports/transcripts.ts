import type { ToolCall } from '../core/session/index.ts'

/** Transcript formats that foreword can read. */
export type TranscriptForm = 'claude' | 'codex' | 'gemini' | 'opencode'

/** A hook's text as the agent recorded that the model got it: cut, escaped and wrapped. */
export interface TranscriptText {
  readonly at: string | null
  /** Role in which the model got the text: system, developer, user. */
  readonly role: string
  /** Number of earlier compactions. A text from before the last compaction is no longer in the model's context. */
  readonly era: number
  readonly text: string
  /** Whether the text is in the conversation as the agent continues it: not compacted away, not on an abandoned branch. */
  readonly live: boolean
}

/** An agent's own file of a session. foreword stores only conclusions from it, never the transcript. */
export interface Transcript {
  readonly texts: readonly TranscriptText[]
  readonly compactions: number
  /** The model that answered last; null if none has. */
  readonly model: string | null
  /** Time of the last answer. */
  readonly answered: string | null
  /** Whether the transcript was read from its beginning. */
  readonly complete: boolean
  /** The time from which the transcript has data, if it lacks the beginning of the session. */
  readonly since?: string
  /**
   * When the agent last removed messages from the conversation: by a compaction, a resume, or an edited prompt. Null if it never did. A
   * text from before this time that is not live is gone.
   */
  readonly restarted: string | null
}

/** How far a transcript was read. */
export interface TranscriptPosition {
  readonly path: string
  /** In bytes, up to the end of a line. */
  readonly size: number
  /** The id of the last line; null if the agent's lines have none. */
  readonly last: string | null
}

/** The work of a finished session, from its transcript. */
export interface TranscriptWork {
  /** The last message of the agent; null if there is none. */
  readonly message: string | null
  /** The model that answered last. */
  readonly model: string | null
  /** In call order. */
  readonly calls: readonly ToolCall[]
  /** Open items of the agent's own to-do list. */
  readonly todos: readonly string[]
}

export interface Transcripts {
  /** Returns a sentence if the file is unreadable. Never throws because of its content. */
  read(form: TranscriptForm, path: string): Transcript | string
  /** The same for the work of the session. */
  work(form: TranscriptForm, path: string): TranscriptWork | string
  /** Parses a transcript that was passed as text instead of a file. */
  take(form: TranscriptForm, text: string): Transcript
}
