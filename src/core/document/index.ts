// How a document becomes the lines of a section. The parser is handed in as a function; this room never sees its library.
export { getField, getTitle } from './ask.ts'
export type { DateBasis, DocumentDate } from './date.ts'
export { findOwnDate } from './date.ts'
export { markFences } from './fences.ts'
export type { Document } from './find.ts'
export type { Outline, OutlineBlock, OutlineField, Outliner } from './outline.ts'
export type { Shaped } from './shape.ts'
export { shapeDocument } from './shape.ts'
