// The building blocks of command outputs: fields, schemas, progress.

export { outputFields } from './fields.ts'
export {
  type DeliveredSection,
  deliveryField,
  hunkField,
  type InjectionDelivery,
  type InjectionLabel,
  injectionLabelField,
  ledgerHeadField,
  logRowField,
  sectionDeliveryField,
  trustField,
} from './injection.ts'
export type { Progress, ReportProgress } from './progress.ts'
export {
  accountFields,
  changesField,
  decisionField,
  diagnosticField,
  occasionFields,
  outcomeField,
  receiptField,
  sourcesField,
} from './receipt.ts'
export { type Output, type OutputSchema, requireExactType, type Zod } from './schema.ts'
