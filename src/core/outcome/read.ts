import { type Answer, type OutputForm, silent } from './answer.ts'
import { fromClaude } from './claude.ts'
import { fromCodex } from './codex.ts'
import { fromGemini } from './gemini.ts'
import { fromOpencode } from './opencode.ts'

/** What a program has printed. */
export interface Printed {
  readonly out: string
  readonly errors: string
  /** Its last words, where it writes them to a file of their own. */
  readonly last?: string | null
}

const readers: Readonly<Record<OutputForm, (text: string, errors: string) => Answer | null>> = {
  'claude-json': fromClaude,
  'codex-jsonl': fromCodex,
  'gemini-json': fromGemini,
  'opencode-jsonl': fromOpencode,
  text: (text) => ({ ...silent, message: lastParagraph(text) }),
}

/** Never throws: what cannot be read is the message as it is, with a word about that. */
export function readOutput(form: OutputForm, { out, errors, last = null }: Printed): Answer {
  const answer = readers[form](out, errors)
  if (answer !== null) return answer.message === '' && last !== null ? { ...answer, message: last } : answer
  const message = last ?? out.trim()
  const note =
    out.trim() === ''
      ? 'it printed no result'
      : `its output is not in the form that was asked for (${form}), and is shown as it is`
  return { ...silent, message, notes: [note] }
}

/** A program that prints text tells what it does as it goes, and what came of it at the end. */
function lastParagraph(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const last = lines.findLastIndex((line) => line !== '')
  const before = lines.slice(0, last + 1).lastIndexOf('')
  return lines
    .slice(before + 1, last + 1)
    .join('\n')
    .trim()
}

/** How a run ended: an exit code of 0 counts for nothing where the agent itself says that it failed. */
export function statusOf(
  ran: { readonly status: 'success' | 'failed' | 'timeout'; readonly interrupted?: boolean },
  answer: Pick<Answer, 'verdict'>,
): 'success' | 'failed' | 'timeout' | 'interrupted' {
  if (ran.interrupted === true) return 'interrupted'
  const bad = answer.verdict === 'failed' || answer.verdict === 'blocked'
  return ran.status === 'success' && bad ? 'failed' : ran.status
}

/** The last line with words in it, for a failure that nobody explains. */
export function lastLine(text: string): string | null {
  return (
    text
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? null
  )
}
