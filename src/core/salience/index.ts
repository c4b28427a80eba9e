// Which plugins the work at hand calls for, and how much each may say. Decides from facts; starts and reads nothing.
export { type Allotted, allocate, type Claim } from './allocate.ts'
export {
  type Facts,
  longestMessage,
  type Search,
  type Told,
  triggersOf,
  type Wants,
  wantsOf,
} from './triggers.ts'
