// Turns sections into the bytes an agent receives, with a map back to the lines they came from. Adds nothing volatile by itself.
export { neutraliseRoles } from './neutral.ts'
export { renderPrompt } from './prompt.ts'
export type { Omission, Rendering } from './render.ts'
export { render, visible } from './render.ts'
export type { MapEntry, Rendered } from './rendered.ts'
export { unwrap } from './unwrap.ts'
