// The record of an injection: what was sent, from where, and everything that was not. Holds no section text and no secret.
export { cleanReceipt, saidIn } from './clean.ts'
export type { InjectionStatus, Occasion, Outcome, Receipt, ReceiptSection } from './receipt.ts'
export { receiptOf, refusalReceipt } from './receipt.ts'
export { fillRecord } from './record.ts'
