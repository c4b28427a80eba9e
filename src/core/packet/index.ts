// Compiles a packet from a plan and what the sources said. Pure: time, counting and parsing come in as values and functions.
export { assemble, renderPacket } from './assemble.ts'
export { isSuchBundle, lengthOf, statusOf } from './bundle.ts'
export { gapIn, isAsWritten, redactLines } from './document.ts'
export { dropSections } from './fitting.ts'
export { accountIn } from './outcome.ts'
export type {
  Aging,
  Decision,
  LeftOut,
  Packet,
  PacketSection,
  PacketSource,
  Reading,
  Reduction,
} from './packet.ts'
export type { Tools } from './tools.ts'
