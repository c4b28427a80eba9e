// What differs between two texts, line by line, and where the sections of a packet begin and end. Reads nothing.
export type { DiffLine, Hunk } from './lines.ts'
export { diffLines } from './lines.ts'
export type { TextOffsets } from './offsets.ts'
export { computeOffsets } from './offsets.ts'
export type { PacketParts, SectionPart } from './parts.ts'
export { getContentLines, getFrameLines, joinParts, splitPacketText } from './parts.ts'
