// The journal of a session, from what is known of it at its end. Same facts, same bytes.
export { failuresOf, type ToolCall } from './calls.ts'
export type { SessionFacts, Tasks } from './facts.ts'
export { isEventful, mapFacts } from './facts.ts'
export { nextSteps } from './next.ts'
export { tasksBetween } from './tasks.ts'
export { dayOf, isJournal, journalPath, journalsOfAllDays, journalsOfDay, journalText } from './write.ts'
