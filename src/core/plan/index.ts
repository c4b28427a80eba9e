// Resolves a request against a manifest, before anything is read. A plan is plain data and says what will be tried.
export { builtInExclusions } from './exclude.ts'
export type { PlannedLevel } from './level.ts'
export type { Plan, PlannedSection, PlannedSource } from './plan.ts'
export { makePlan, onDemand, uriOf } from './plan.ts'
export type { Request } from './request.ts'
export { request } from './request.ts'
export { isStub, orderCandidates, wantsMany } from './select.ts'
export { holdsWords } from './words.ts'
