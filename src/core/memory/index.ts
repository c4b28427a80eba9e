// Tactical memory: notes of sessions that expire, are free of prohibited content before they are kept, and are never authoritative.
export { candidateDocument, candidateOf, withCandidate } from './candidate.ts'
export { classIn, draftRecord, retentionOf, type Wish } from './draft.ts'
export {
  isExpired,
  isRecordId,
  type KeptRecord,
  type Promotion,
  parseRecord,
  type RecordAction,
  sourceKinds,
  type TacticalRecord,
} from './record.ts'
export { filterRecords, queryTerms, type RankedRecord, type RecordFilter, rankRecords } from './search.ts'
