// Differences between packets, and the report on how runs ended.

export { diffLines, type Hunk } from './diff-lines.ts'
export {
  getContentLines,
  getFrameLines,
  joinPacketParts,
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
export { computeTextOffsets, type TextOffsets } from './text-offsets.ts'
