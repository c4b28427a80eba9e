// The building blocks of command outputs: fields, schemas, progress.

export { outputFields } from './fields.ts'
export {
  type DeliveredSection,
  type DeliveryResult,
  deliveryField,
  hunkField,
  type InjectionLabel,
  labelField,
  rowField,
  sectionDeliveryField,
  trustField,
} from './injection.ts'
export type { Progress, Tell } from './progress.ts'
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
export { exactly, type Output, type OutputSchema, type Zod } from './schema.ts'
