import { type AgentAnswer, emptyAnswer, type OutputForm } from './answer.ts'
import { parseClaudeOutput } from './claude.ts'
import { parseCodexOutput } from './codex.ts'
import { parseGeminiOutput } from './gemini.ts'
import { parseOpencodeOutput } from './opencode.ts'

/** What a program has printed. */
export interface AgentOutput {
  readonly out: string
  readonly errors: string
  /** Its last words, where it writes them to a file of their own. */
  readonly last?: string | null
}

const parsers: Readonly<Record<OutputForm, (text: string, errors: string) => AgentAnswer | null>> = {
  'claude-json': parseClaudeOutput,
  'codex-jsonl': parseCodexOutput,
  'gemini-json': parseGeminiOutput,
  'opencode-jsonl': parseOpencodeOutput,
  text: (text) => ({ ...emptyAnswer, message: getLastParagraph(text) }),
}

/** Never throws: what cannot be read is the message as it is, with a word about that. */
export function readOutput(form: OutputForm, { out, errors, last = null }: AgentOutput): AgentAnswer {
  const answer = parsers[form](out, errors)
  if (answer !== null) return answer.message === '' && last !== null ? { ...answer, message: last } : answer
  const message = last ?? out.trim()
  const note =
    out.trim() === ''
      ? 'it printed no result'
      : `its output is not in the form that was asked for (${form}), and is shown as it is`
  return { ...emptyAnswer, message, notes: [note] }
}

/** A program that prints text tells what it does as it goes, and what came of it at the end. */
function getLastParagraph(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const last = lines.findLastIndex((line) => line !== '')
  const before = lines.slice(0, last + 1).lastIndexOf('')
  return lines
    .slice(before + 1, last + 1)
    .join('\n')
    .trim()
}

/** How a run ended: an exit code of 0 counts for nothing where the agent itself says that it failed. */
export function resolveRunStatus(
  ran: { readonly status: 'success' | 'failed' | 'timeout'; readonly interrupted?: boolean },
  answer: Pick<AgentAnswer, 'verdict'>,
): 'success' | 'failed' | 'timeout' | 'interrupted' {
  if (ran.interrupted === true) return 'interrupted'
  const bad = answer.verdict === 'failed' || answer.verdict === 'blocked'
  return ran.status === 'success' && bad ? 'failed' : ran.status
}

/** The last line with words in it, for a failure that nobody explains. */
export function getLastLine(text: string): string | null {
  return (
    text
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? null
  )
}
