// Transcripts: what agents themselves keep of their sessions. Reads only below the user's home and the agents' directories; keeps nothing.
import type { Transcript, TranscriptForm, Transcripts, TranscriptWork } from '../../../ports/index.ts'
import { claudeLine } from './claude.ts'
import { claudeWork } from './claude-work.ts'
import { codexLine } from './codex.ts'
import { codexWork } from './codex-work.ts'
import { gatherTranscript, type LineReader } from './gather-lines.ts'
import { gatherWork, type WorkReader } from './gather-work.ts'
import { geminiLine } from './gemini.ts'
import { geminiWork } from './gemini-work.ts'
import { opencodeLine } from './opencode.ts'
import { readTranscriptTail } from './tail.ts'

const forms: Readonly<Record<TranscriptForm, LineReader>> = {
  claude: claudeLine,
  codex: codexLine,
  gemini: geminiLine,
  opencode: opencodeLine,
}

/** opencode tells nobody that a session is over. */
const works: Readonly<Partial<Record<TranscriptForm, WorkReader>>> = {
  claude: claudeWork,
  codex: codexWork,
  gemini: geminiWork,
}

/** `roots`: the user's home, and where agents keep their own where that is elsewhere. */
export function openTranscripts(roots: readonly string[]): Transcripts {
  return {
    read(form, path): Transcript | string {
      const tail = readTranscriptTail(path, roots)
      return typeof tail === 'string' ? tail : gatherTranscript(forms[form], tail)
    },
    work(form, path): TranscriptWork | string {
      const work = works[form]
      if (work === undefined) return `what ${form} has done cannot be read`
      const tail = readTranscriptTail(path, roots)
      return typeof tail === 'string' ? tail : gatherWork(work, tail)
    },
    take: (form, text) => gatherTranscript(forms[form], { text, complete: true }),
  }
}
