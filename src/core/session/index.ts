// A session: sending it changed sections (refresh), checking what arrived (delivery), reading the result of a run (outcome), writing its journal (journal).

export {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  judgeDelivery,
  type ReceivedTranscript,
  type SectionDelivery,
} from './delivery/judge-delivery.ts'
export { findFailures, type ToolCall } from './journal/failures.ts'
export {
  formatJournal,
  isJournalPath,
  makeJournalPath,
  matchAllJournals,
  matchJournalsOfDay,
  parseJournalDay,
} from './journal/journal-text.ts'
export { isEventful, mapFacts, type SessionFacts, type TaskChanges } from './journal/session-facts.ts'
export { compareTasks } from './journal/tasks-between.ts'
export { type AgentAnswer, emptyAnswer } from './outcome/answer.ts'
export { measurePatch, type PatchSize } from './outcome/patch-size.ts'
export { getLastLine, readOutput, resolveRunStatus } from './outcome/read-output.ts'
export {
  decideStart,
  isSamePrompt,
  type SendClaim,
  type SessionStart,
  type StartDecision,
} from './refresh/answer-start.ts'
export { decideRefresh, findDueTiers, getCooldownMs } from './refresh/decide.ts'
export type {
  CurrentSection,
  PromptIdentity,
  RefreshDecision,
  RefreshFacts,
  RefreshSection,
  RefreshTier,
  SectionToSend,
  SentSection,
  SessionCount,
  SessionEvent,
  TriggerResult,
  WaitingSection,
} from './refresh/refresh-facts.ts'
export { computeStillWaiting, findLongestWaiting, findWaiting } from './refresh/waiting-sections.ts'
