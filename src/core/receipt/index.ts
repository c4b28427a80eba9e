// The record of an injection: what was sent, from where, and everything that was not. Holds no section text and no secret.
export { collectReceiptTexts, redactReceipt } from './clean.ts'
export type { InjectionMetadata, InjectionStatus, Outcome, Receipt, ReceiptSection } from './receipt.ts'
export { buildReceipt, buildRefusalReceipt } from './receipt.ts'
export { fillRecord } from './record.ts'
