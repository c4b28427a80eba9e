// Compiles a packet from a plan and what the sources said. Pure: time, counting and parsing come in as values and functions.
export { assemble, renderPacket } from './assemble.ts'
export { getDocumentLength, isBundleWithKeys, resolveBundleStatus } from './bundle.ts'
export { findGapLine, isUnshaped, redactLines } from './document.ts'
export { dropSections } from './fitting.ts'
export { finishSelection } from './outcome.ts'
export type {
  AgeDependency,
  LeftOut,
  Packet,
  PacketDecision,
  PacketSection,
  PacketSource,
  Reduction,
  SectionReading,
} from './packet.ts'
export type { AssembleDeps } from './tools.ts'
