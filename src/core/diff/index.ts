// What differs between two texts, line by line, and where the sections of a packet begin and end. Reads nothing.
export type { DiffLine, Hunk } from './lines.ts'
export { diffLines } from './lines.ts'
export type { Offsets } from './offsets.ts'
export { offsetsOf } from './offsets.ts'
export type { PacketParts, SectionPart } from './parts.ts'
export { contentLines, frameLines, joinParts, sectionTexts } from './parts.ts'
