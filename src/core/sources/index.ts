// Sources other than files: work items (work-items), generated documents (knowledge), tactical memory (memory).

export {
  type CondensedDocument,
  condenseDocuments,
  learnSecretsFromDocuments,
} from './knowledge/condense-documents.ts'
export {
  formatGeneratedDocument,
  type GeneratedDocument,
  parseGeneratedDocument,
} from './knowledge/generated-document.ts'
export { addCandidate, buildCandidate, formatCandidateDocument } from './memory/candidate.ts'
export {
  draftRecord,
  type RecordInput,
  resolveContentClass,
  resolveRetention,
} from './memory/draft-record.ts'
export {
  filterRecords,
  parseQueryTerms,
  type RankedRecord,
  type RecordFilter,
  rankRecords,
} from './memory/rank-records.ts'
export {
  isExpired,
  isRecordId,
  type Promotion,
  parseRecord,
  type StoredRecord,
  sourceKinds,
  type TacticalRecord,
} from './memory/record.ts'
export { formatWorkItem, joinWithoutMarkup, shortenLines } from './work-items/format-work-item.ts'
export { parseWorkItems } from './work-items/parse-work-items.ts'
export {
  makeWorkItemComparator,
  type RankedWorkItem,
  rankWorkItems,
  type ScoreBreakdown,
} from './work-items/rank-work-items.ts'
export {
  type Degradation,
  type DegradedAdapter,
  degradations,
  type Freshness,
  type WorkItem,
  type WorkList,
} from './work-items/work-item.ts'
