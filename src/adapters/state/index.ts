// Finds where the state of a project lies, and trusts nothing that a clone could have put there.
export { anchorFile, readAnchor, writeAnchor } from './anchor.ts'
export { makeStateDirectory } from './directory.ts'
export type { Place, StateOptions } from './locate.ts'
export { locateState } from './locate.ts'
