// Which plugins the work at hand calls for, and how much each may say. Decides from facts; starts and reads nothing.
export { allocateShares, type PluginClaim, type PluginShare } from './allocate.ts'
export {
  evaluateTriggers,
  findNeededFacts,
  maxMessageLength,
  type NeededFacts,
  type PatternSearch,
  type SalienceFacts,
  type TriggerResult,
} from './triggers.ts'
