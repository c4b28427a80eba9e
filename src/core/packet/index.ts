// Assembles packets and makes them fit. render: formats, neutralised tags and expansions, and the source map.

export { assemble, renderPacket } from './assemble.ts'
export type { AssembleDeps } from './assemble-deps.ts'
export { getDocumentLength, isBundleWithKeys, resolveBundleStatus } from './bundle-facts.ts'
export { finishSelection } from './finish-selection.ts'
export { dropSections } from './fitting.ts'
export type { OmittedSection, Packet, PacketDecision, PacketSection, SectionReading } from './packet.ts'
export { findGapLine, isUnshaped, redactLines } from './read-document.ts'
export { neutraliseExpansions } from './render/neutralise-expansions.ts'
export { escapeFileName, renderPacketText } from './render/render-packet-text.ts'
export { renderPrompt } from './render/render-prompt.ts'
export type { SourceMapEntry } from './render/rendered-packet.ts'
export { unwrapPacket } from './render/unwrap-packet.ts'
