// Finds fields and dates in documents and shapes them into lines. reduce: reducers and decay.

export { isNoiseHeading } from './clean-lines.ts'
export { type DateBasis, findOwnDate } from './document-date.ts'
export { markFences } from './fences.ts'
export type { Document } from './find-field.ts'
export { getField, getTitle } from './get-field.ts'
export type { Outline, OutlineBlock, OutlineField, Outliner } from './outline.ts'
export { computeAgeInDays } from './reduce/age.ts'
export { chooseDecayStep } from './reduce/decay.ts'
export { type ReduceDeps, reduceLines } from './reduce/reduce-lines.ts'
export { removeImages } from './remove-images.ts'
export { shapeDocument } from './shape-document.ts'
export { dropUnfilledLines } from './unfilled-lines.ts'
