// Finds where the state of a project lies. Follows no link below the project; what lies there is read as a stranger's.
export { openAnchors } from './anchor.ts'
export { makeStoreDirectory } from './directory.ts'
export type { StateOptions, StatePlace } from './locate.ts'
export { locateState } from './locate.ts'
