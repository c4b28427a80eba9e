// How many documents each tier may have, and what is tried when that is too few.
export { type Account, type Attempt, type Limits, named, type Part, type Refused } from './account.ts'
export { partsOf } from './parts.ts'
export { byName, byRegister } from './register.ts'
export { type Try, triesOf } from './tries.ts'
