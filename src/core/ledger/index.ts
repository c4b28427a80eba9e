// The ledger of a project: what was injected, in a chain that shows every change. Knows no database.
export { buildAccount, buildInjectionBody, restoreReceipt, sealText, unsealText } from './account.ts'
export type {
  Account,
  BlobRole,
  Bodies,
  DeliveryBody,
  EventBody,
  InjectionBody,
  MemoryBody,
  OutcomeBody,
  RunBody,
} from './bodies.ts'
export { parseDeliveryBody } from './delivery.ts'
export { isEntryUid, parseDraftRow } from './draft.ts'
export type { Blob, Entry, EntryDraft, EntryKind, Parcel } from './entry.ts'
export { computeEntryDigest, computeGenesisDigest, entryKinds, linkEntry, makeUid } from './entry.ts'
export { getRecordedGaps, RecordedLosses } from './excuses.ts'
export type { EntryRow, EntryRowOfKind, SectionRow } from './rows.ts'
export { buildEntryRow, buildSectionRows, getBlobDigests, parseEntryBody } from './rows.ts'
export type { LedgerFault, LedgerHead, StoredEntry } from './verify.ts'
export { LedgerWalk } from './verify.ts'
