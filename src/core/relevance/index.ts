// Documents related to the current work: references, terms, ranks, excerpts. Salience: which plugins to ask, and the share of each.

export { type ActiveWork, describeActiveWork } from './active-work.ts'
export { allocateShares } from './allocate-shares.ts'
export { analyseDocument, type SearchColumns } from './analyse.ts'
export { type RelevanceResult, type RelevantDocument, renderRelevance } from './answer.ts'
export { rankCompanions } from './change-hits.ts'
export { fillBudget } from './fill-budget.ts'
export { type EvidenceHit, fuseEvidence, type RelevanceEvidence } from './fuse-ranks.ts'
export { fillFirst, findNumberedHits, parseTextQuery, type TextQuery, weighTerms } from './query.ts'
export {
  evaluateTriggers,
  findNeededFacts,
  maxMessageLength,
  type PatternSearch,
  type SalienceFacts,
  type TriggerResult,
} from './salience-triggers.ts'
export { analysisVersion, extractTerms, selectTerms, type WeightedTerm } from './terms.ts'
export { type LinkEdge, type LinkGraph, walkLinks } from './walk-links.ts'
