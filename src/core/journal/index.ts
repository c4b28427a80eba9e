// The journal of a session, from what is known of it at its end. Same facts, same bytes.
export { findFailures, type ToolCall } from './calls.ts'
export type { SessionFacts, TaskChanges } from './facts.ts'
export { isEventful, mapFacts } from './facts.ts'
export { findNextSteps } from './next.ts'
export { compareTasks } from './tasks.ts'
export {
  formatJournal,
  isJournalPath,
  makeJournalPath,
  matchAllJournals,
  matchJournalsOfDay,
  parseJournalDay,
} from './write.ts'
