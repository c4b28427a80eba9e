// Reads the transcripts in which agents keep their sessions. It reads only below the user's home and the agents' directories, and
// stores nothing.
import type { Transcript, TranscriptForm, Transcripts, TranscriptWork } from '../../../ports/index.ts'
import { claudeLine } from './claude.ts'
import { claudeWork } from './claude-work.ts'
import { codexLine } from './codex.ts'
import { readCodexHistory } from './codex-history.ts'
import { codexWork } from './codex-work.ts'
import { gatherTranscript, type LineReader } from './gather-transcript.ts'
import { gatherWork, type WorkReader } from './gather-work.ts'
import { geminiLine } from './gemini.ts'
import { geminiWork } from './gemini-work.ts'
import { opencodeLine } from './opencode.ts'
import { readTranscriptTail } from './transcript-tail.ts'

const forms: Readonly<Record<TranscriptForm, LineReader>> = {
  claude: claudeLine,
  codex: codexLine,
  gemini: geminiLine,
  opencode: opencodeLine,
}

/** Without opencode, because it does not report the end of a session. */
const works: Readonly<Partial<Record<TranscriptForm, WorkReader>>> = {
  claude: claudeWork,
  codex: codexWork,
  gemini: geminiWork,
}

/** `roots`: the user's home, and directories of agents outside of it. */
export function openTranscripts(roots: readonly string[]): Transcripts {
  return {
    read(form, path): Transcript | string {
      const tail = readTranscriptTail(path, roots)
      if (typeof tail === 'string') return tail
      return gatherTranscript(forms[form], form === 'codex' ? readCodexHistory(path, roots, tail) : tail)
    },
    work(form, path): TranscriptWork | string {
      const work = works[form]
      if (work === undefined) return `foreword cannot read tool calls from transcripts of ${form}`
      const tail = readTranscriptTail(path, roots)
      return typeof tail === 'string' ? tail : gatherWork(work, tail)
    },
    take: (form, text) => gatherTranscript(forms[form], { text, complete: true }),
  }
}
