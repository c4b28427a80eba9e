import { type AgentAnswer, emptyAnswer, type OutputForm } from './agent-answer.ts'
import { parseClaudeOutput } from './parse-claude-output.ts'
import { parseCodexOutput } from './parse-codex-output.ts'
import { parseGeminiOutput } from './parse-gemini-output.ts'
import { parseOpencodeOutput } from './parse-opencode-output.ts'

/** The output of an agent. */
export interface AgentOutput {
  readonly out: string
  readonly errors: string
  /** Its last message, if it writes that to a file. */
  readonly last?: string | null
}

const parsers: Readonly<Record<OutputForm, (text: string, errors: string) => AgentAnswer | null>> = {
  'claude-json': parseClaudeOutput,
  'codex-jsonl': parseCodexOutput,
  'gemini-json': parseGeminiOutput,
  'opencode-jsonl': parseOpencodeOutput,
  text: (text) => ({ ...emptyAnswer, message: getLastParagraph(text) }),
}

/** Parses the output of an agent. Never throws: output in another form becomes the message unchanged, with a note. */
export function readOutput(form: OutputForm, { out, errors, last = null }: AgentOutput): AgentAnswer {
  const answer = parsers[form](out, errors)
  if (answer !== null) return answer.message === '' && last !== null ? { ...answer, message: last } : answer
  const message = last ?? out.trim()
  const note = out.trim() === '' ? 'it printed no result' : `its output is not ${form} and is shown unchanged`
  return { ...emptyAnswer, message, notes: [note] }
}

/** Returns the last paragraph, because an agent that prints text reports its progress first and its result at the end. */
function getLastParagraph(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const last = lines.findLastIndex((line) => line !== '')
  const before = lines.slice(0, last + 1).lastIndexOf('')
  return lines
    .slice(before + 1, last + 1)
    .join('\n')
    .trim()
}

/** Resolves how a run ended. If the agent reports a failure, an exit code of 0 does not make it a success. */
export function resolveRunStatus(
  ran: { readonly status: 'success' | 'failed' | 'timeout'; readonly interrupted?: boolean },
  answer: Pick<AgentAnswer, 'verdict'>,
): 'success' | 'failed' | 'timeout' | 'interrupted' {
  if (ran.interrupted === true) return 'interrupted'
  const bad = answer.verdict === 'failed' || answer.verdict === 'blocked'
  return ran.status === 'success' && bad ? 'failed' : ran.status
}

/** Returns the last line that is not blank, for a failure without a message. */
export function getLastLine(text: string): string | null {
  return (
    text
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? null
  )
}
