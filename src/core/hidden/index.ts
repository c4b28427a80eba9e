// Finds text that people do not see and a model reads all the same. Says where it is and what to put there; changes nothing itself.
export { findHidden, type HiddenSpan } from './find.ts'
export { type HiddenKind, hiddenKinds } from './kinds.ts'
