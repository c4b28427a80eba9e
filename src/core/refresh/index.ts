// Decides what a session that has begun is told again: what has changed since it last got it, and nothing twice.
export {
  decideStart,
  isSamePrompt,
  type SendClaim,
  type SessionStart,
  type StartDecision,
} from './begin.ts'
export { decideRefresh, findDueTiers, getCooldownMs } from './decide.ts'
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
} from './facts.ts'
export { computeStillWaiting, findLongestWaiting, findWaiting } from './waiting.ts'
