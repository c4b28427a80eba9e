// Decides what a session that has begun is told again: what has changed since it last got it, and nothing twice.
export {
  answerStart,
  type Claim,
  isSamePrompt,
  type SessionStart,
  type StartAnswer,
} from './begin.ts'
export { coolingMs, decide, dueTiers } from './decide.ts'
export type {
  Happening,
  Present,
  Prompt,
  RefreshDecision,
  RefreshFacts,
  RefreshSection,
  RefreshTier,
  SessionCount,
  ToldSection,
  ToSend,
  TriggerAnswer,
  WaitingSection,
} from './facts.ts'
export { leftOver, waitingIn, waitingLongest } from './waiting.ts'
