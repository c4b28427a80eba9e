// Finds fields and dates in documents and shapes them into lines. reduce: reducers and decay.

export { getField, getTitle } from './ask.ts'
export { type DateBasis, findOwnDate } from './date.ts'
export { markFences } from './fences.ts'
export type { Document } from './find.ts'
export type { Outline, OutlineBlock, OutlineField, Outliner } from './outline.ts'
export { computeAgeInDays } from './reduce/age.ts'
export { chooseDecayStep } from './reduce/decay.ts'
export { type ReduceDeps, reduce } from './reduce/reducers.ts'
export { shapeDocument } from './shape.ts'
