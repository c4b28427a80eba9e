/** In which form an agent prints what came of a prompt. */
export type OutputForm = 'claude-json' | 'codex-jsonl' | 'gemini-json' | 'opencode-jsonl' | 'text'

/** What one prompt took, as far as the agent tells. */
export interface TokenUsage {
  /** All that went in, what came from a cache included. */
  readonly input: number
  readonly cached: number
  readonly output: number
  /** In US dollars. */
  readonly cost: number | null
}

/** What an agent said at the end of a run. */
export interface AgentAnswer {
  /** `unknown`: only its exit code tells. */
  readonly verdict: 'done' | 'failed' | 'blocked' | 'unknown'
  /** Its last words. */
  readonly message: string
  /** What went wrong, as it says it. */
  readonly error: string | null
  /** Its own id of the session. */
  readonly session: string | null
  /** The model that answered. */
  readonly model: string | null
  readonly usage: TokenUsage | null
  /** Tools that it asked for and was not allowed to use, each once. */
  readonly denied: readonly string[]
  /** What is odd about the output. */
  readonly notes: readonly string[]
}

export const emptyAnswer: AgentAnswer = {
  verdict: 'unknown',
  message: '',
  error: null,
  session: null,
  model: null,
  usage: null,
  denied: [],
  notes: [],
}
