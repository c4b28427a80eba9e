// Tactical memory: notes of sessions that expire, are free of prohibited content before they are kept, and are never authoritative.
export { addCandidate, buildCandidate, formatCandidateDocument } from './candidate.ts'
export { draftRecord, type RecordWish, resolveContentClass, resolveRetention } from './draft.ts'
export {
  isExpired,
  isRecordId,
  type Promotion,
  parseRecord,
  type RecordAction,
  type StoredRecord,
  sourceKinds,
  type TacticalRecord,
} from './record.ts'
export {
  filterRecords,
  parseQueryTerms,
  type RankedRecord,
  type RecordFilter,
  rankRecords,
} from './search.ts'
