// Shortens sections, deterministically and without a model. It sees only redacted text, so no cut can free a secret.
export { computeAgeInDays } from './age.ts'
export { chooseDecayStep } from './decay.ts'
export type { ReduceDeps } from './reducers.ts'
export { reduce } from './reducers.ts'
