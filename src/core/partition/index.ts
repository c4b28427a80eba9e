// How many documents each tier may have, and what is tried when that is too few.
export {
  type Attempt,
  type DocumentLimits,
  type DocumentSelection,
  nameFirstRefused,
  type RefusedDocument,
  type TierShare,
} from './account.ts'
export { divideDocuments } from './parts.ts'
export { orderByName, orderByRegister } from './register.ts'
export { type AttemptLimits, listAttempts } from './tries.ts'
