// The journal of a session, put together. Loaded when a session ends whose manifest asks for one.
import { hash } from '../adapters/digest/index.ts'
import { openSessionHistory } from '../adapters/git/since.ts'
import { openTemplates } from '../adapters/templates/index.ts'
import { openTranscripts } from '../adapters/transcripts/index.ts'
import type { EndTools } from '../app/session-end.ts'
import type { Workshop } from '../ports/index.ts'
import { transcriptRoots } from './delivery.ts'
import { openStore } from './store.ts'
import type { Surroundings } from './surroundings.ts'

/** What writing a journal needs. */
export function journalTools({ env, home }: Surroundings, shop: Workshop): EndTools {
  return {
    shop,
    history: openSessionHistory(env),
    files: openTemplates(home),
    transcripts: openTranscripts(transcriptRoots(env)),
    async past(project) {
      const quiet = { env, warn: () => undefined }
      const { store, ledger, name } = await openStore(quiet, { project, store: undefined })
      return ledger === null ? null : { store, uid: ledger.uid, project: name, hash }
    },
  }
}
