// Turns sections into the bytes an agent receives, with a map back to the lines they came from. Adds nothing volatile by itself.
export { neutraliseRoles } from './neutral.ts'
export { renderPrompt } from './prompt.ts'
export type { Omission, RenderInput } from './render.ts'
export { escapeFileName, renderPacketText } from './render.ts'
export type { RenderedPacket, SourceMapEntry } from './rendered.ts'
export { unwrapPacket } from './unwrap.ts'
