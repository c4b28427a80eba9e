import { openSessionHistory } from '../adapters/git/since.ts'
import { openTemplates } from '../adapters/templates/index.ts'
import type { JournalTools } from '../app/journal.ts'
import type { Workshop } from '../ports/index.ts'
import type { Surroundings } from './surroundings.ts'

/** What writing a journal needs. */
export function journalTools(around: Surroundings, shop: Workshop): JournalTools {
  return { shop, history: openSessionHistory(around.env), files: openTemplates(around.home) }
}
