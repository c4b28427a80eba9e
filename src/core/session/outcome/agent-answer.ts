/** The form in which an agent prints the result of a prompt. */
export type OutputForm = 'claude-json' | 'codex-jsonl' | 'gemini-json' | 'opencode-jsonl' | 'text'

/** The tokens and the cost of a prompt, as far as the agent reports them. */
export interface TokenUsage {
  /** All input tokens, including cached ones. */
  readonly input: number
  readonly cached: number
  readonly output: number
  /** In US dollars. */
  readonly cost: number | null
}

/** The result that an agent reported at the end of a run. */
export interface AgentAnswer {
  /** `unknown`: the agent reports only an exit code. */
  readonly verdict: 'done' | 'failed' | 'blocked' | 'unknown'
  /** Its last message. */
  readonly message: string
  /** The agent's own error message. */
  readonly error: string | null
  /** The agent's own id of the session. */
  readonly session: string | null
  /** The model that answered. */
  readonly model: string | null
  readonly usage: TokenUsage | null
  /** Tools that the agent was not allowed to use, each once. */
  readonly denied: readonly string[]
  /** Remarks on unusual output. */
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
