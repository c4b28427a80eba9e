// The receipt of an injection and its published form; the entries of a ledger, their chain and their columns (ledger).

export { fillRecord } from './fill-record.ts'
export { buildAccount, buildInjectionBody, restoreReceipt, sealText, unsealText } from './ledger/account.ts'
export { parseDeliveryBody } from './ledger/delivery-body.ts'
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
export type {
  Account,
  BlobRole,
  DeliveryBody,
  EntryBodies,
  EventBody,
  InjectionBody,
  MemoryBody,
  OutcomeBody,
  RunBody,
} from './ledger/entry-bodies.ts'
export {
  buildEntryRow,
  buildSectionRows,
  type EntryRow,
  type EntryRowOfKind,
  getBlobDigests,
  parseEntryBody,
  type SectionRow,
} from './ledger/entry-row.ts'
export { type LedgerFault, type LedgerHead, LedgerWalk, type StoredEntry } from './ledger/ledger-walk.ts'
export { isEntryUid, parseDraftRow } from './ledger/parse-draft-row.ts'
export { getRecordedGaps, RecordedLosses } from './ledger/recorded-losses.ts'
export {
  buildReceipt,
  buildRefusalReceipt,
  type InjectionMetadata,
  type Outcome,
  type Receipt,
  type ReceiptSection,
} from './receipt.ts'
export { collectReceiptTexts, redactReceipt } from './redact-receipt.ts'
