// Transcripts: what agents themselves keep of their sessions. Reads only below the user's home and the agents' directories; keeps nothing.
import type { Transcript, TranscriptForm, Transcripts } from '../../ports/index.ts'
import { claudeLine } from './claude.ts'
import { codexLine } from './codex.ts'
import { gather, type ReadLine } from './gather.ts'
import { geminiLine } from './gemini.ts'
import { opencodeLine } from './opencode.ts'
import { tailOf } from './tail.ts'

const forms: Readonly<Record<TranscriptForm, ReadLine>> = {
  claude: claudeLine,
  codex: codexLine,
  gemini: geminiLine,
  opencode: opencodeLine,
}

/** `roots`: the user's home, and where agents keep their own where that is elsewhere. */
export function openTranscripts(roots: readonly string[]): Transcripts {
  return {
    read(form, path): Transcript | string {
      const tail = tailOf(path, roots)
      return typeof tail === 'string' ? tail : gather(forms[form], tail)
    },
    take: (form, text) => gather(forms[form], { text, complete: true }),
  }
}
