// Shortens sections, deterministically and without a model. It sees only redacted text, so no cut can free a secret.
export { ageInDays } from './age.ts'
export { decayStep } from './decay.ts'
export type { ReduceTools } from './reducers.ts'
export { reduce } from './reducers.ts'
