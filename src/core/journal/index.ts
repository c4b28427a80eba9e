// The journal of a session, from what is known of it at its end. Same facts, same bytes.
export type { SessionFacts, Tasks } from './facts.ts'
export { isEventful, mapFacts } from './facts.ts'
export { nextSteps } from './next.ts'
export { tasksBetween } from './tasks.ts'
export { type DayOfJournals, isJournal, journalPath, journalsOfDay, journalText } from './write.ts'
