// Differences between packets, and the report on how runs ended.

export { diffLines, type Hunk } from './diff-lines.ts'
export { computeOffsets, type TextOffsets } from './offsets.ts'
export {
  getContentLines,
  getFrameLines,
  joinParts,
  type PacketParts,
  type SectionPart,
  splitPacketText,
} from './packet-parts.ts'
export {
  buildReport,
  type Comparison,
  type Rate,
  type Report,
  type SectionTally,
  type Tallies,
  type Tally,
} from './report.ts'
