// The receipt of an injection and its published form; the entries of a ledger, their chain and their columns (ledger).

export { collectReceiptTexts, redactReceipt } from './clean-receipt.ts'
export { fillRecord } from './fill-record.ts'
export { buildAccount, buildInjectionBody, restoreReceipt, sealText, unsealText } from './ledger/account.ts'
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
} from './ledger/bodies.ts'
export { parseDeliveryBody } from './ledger/delivery-body.ts'
export { isEntryUid, parseDraftRow } from './ledger/draft-columns.ts'
export {
  type Blob,
  computeEntryDigest,
  computeGenesisDigest,
  type Entry,
  type EntryDraft,
  type EntryKind,
  entryKinds,
  linkEntry,
  makeUid,
  type Parcel,
} from './ledger/entry.ts'
export { getRecordedGaps, RecordedLosses } from './ledger/recorded-losses.ts'
export {
  buildEntryRow,
  buildSectionRows,
  type EntryRow,
  type EntryRowOfKind,
  getBlobDigests,
  parseEntryBody,
  type SectionRow,
} from './ledger/rows.ts'
export { type LedgerFault, type LedgerHead, LedgerWalk, type StoredEntry } from './ledger/walk.ts'
export {
  buildReceipt,
  buildRefusalReceipt,
  type InjectionMetadata,
  type Outcome,
  type Receipt,
  type ReceiptSection,
} from './receipt.ts'
