// Assembles packets and makes them fit. render: formats, neutralised tags and the source map.

export { assemble, renderPacket } from './assemble.ts'
export { getDocumentLength, isBundleWithKeys, resolveBundleStatus } from './bundle.ts'
export { dropSections } from './fitting.ts'
export type { LeftOut, Packet, PacketDecision, PacketSection, SectionReading } from './packet.ts'
export { finishSelection } from './packet-account.ts'
export { findGapLine, isUnshaped, redactLines } from './read-document.ts'
export { renderPrompt } from './render/prompt.ts'
export { escapeFileName, renderPacketText } from './render/render.ts'
export type { SourceMapEntry } from './render/rendered.ts'
export { unwrapPacket } from './render/unwrap.ts'
export type { AssembleDeps } from './tools.ts'
