// Finds where the state of a project lies. Follows no link below the project; what lies there is read as a stranger's.
export { anchorFile, readAnchor, writeAnchor } from './anchor.ts'
export { makeStateDirectory } from './directory.ts'
export type { Place, StateOptions } from './locate.ts'
export { locateState } from './locate.ts'
