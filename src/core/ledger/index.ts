// The ledger of a project: what was injected, in a chain that shows every change. Knows no database.
export { accountOf, injectionBody, openText, receiptFrom, sealText } from './account.ts'
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
export { deliveryFrom } from './delivery.ts'
export { columnsOf, isUid } from './draft.ts'
export type { Blob, Draft, Entry, EntryKind, Parcel } from './entry.ts'
export { beginning, digestOf, entryKinds, link, uidFrom } from './entry.ts'
export { Excuses, gapsOwnedBy } from './excuses.ts'
export type { Row, RowOf, SectionRow } from './rows.ts'
export { blobsOf, bodyOf, rowOf, sectionRows } from './rows.ts'
export type { Fault, Head, Stored } from './verify.ts'
export { Walk } from './verify.ts'
