// A session: sending it changed sections (refresh), checking what arrived (delivery), reading the result of a run (outcome), writing its journal (journal).

export {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  judgeDelivery,
  type ReceivedTranscript,
  type SectionDelivery,
} from './delivery/judge-delivery.ts'
export { compareTasks } from './journal/compare-tasks.ts'
export { findFailures, type ToolCall } from './journal/find-failures.ts'
export {
  formatJournal,
  isJournalPath,
  makeJournalGlob,
  makeJournalPath,
  matchDayJournals,
  parseJournalDay,
} from './journal/format-journal.ts'
export {
  hasReportableFacts,
  mapFactTexts,
  type SessionFacts,
  type TaskChanges,
} from './journal/session-facts.ts'
export { type AgentAnswer, emptyAnswer } from './outcome/agent-answer.ts'
export { measurePatch, type PatchSize } from './outcome/patch-size.ts'
export { getLastLine, readOutput, resolveRunStatus } from './outcome/read-output.ts'
export { decideRefresh, findDueTiers, getCooldownMs } from './refresh/decide-refresh.ts'
export {
  decideStart,
  isSamePrompt,
  type SentClaim,
  type SessionStart,
  type StartDecision,
} from './refresh/decide-start.ts'
export { parseDurationMs } from './refresh/parse-duration.ts'
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
export {
  findLongestWaitingSections,
  findUnsentSections,
  findWaitingSections,
} from './refresh/waiting-sections.ts'
