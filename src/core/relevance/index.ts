// Documents related to the current work: references, terms, ranks, excerpts. Salience: which plugins to ask, and the share of each.

export { type ActiveWork, describeActiveWork } from './active-work.ts'
export { allocateShares } from './allocate-shares.ts'
export { analyseDocument, type SearchColumns } from './analyse-document.ts'
export { fillBudget } from './fill-budget.ts'
export { type EvidenceHit, fuseEvidence, type RelevanceEvidence } from './fuse-evidence.ts'
export { rankCompanions } from './rank-companions.ts'
export { type RelevanceResult, type RelevantDocument, renderRelevance } from './relevance-result.ts'
export {
  evaluateSalienceTriggers,
  findNeededSalienceFacts,
  maxMessageLength,
  type PatternSearch,
  type SalienceFacts,
  type SalienceTriggerResult,
} from './salience-triggers.ts'
export { analysisVersion, extractTerms, selectTerms, type WeightedTerm } from './terms.ts'
export {
  excerptFirstDocuments,
  findNumberedHits,
  parseTextQuery,
  type TextQuery,
  weighTerms,
} from './text-query.ts'
export { type LinkEdge, type LinkGraph, walkLinks } from './walk-links.ts'
