import { buildBundleFacts } from './bundle-facts.ts'
import type { Packet, PacketSource } from './packet.ts'
import { type Omission, type RenderInput, renderPacketText } from './render/render-packet-text.ts'
import type { RenderedPacket } from './render/rendered-packet.ts'

type Values = Readonly<Record<string, string>>

export function renderUnsweptPacket(packet: Packet, values: Values): RenderedPacket {
  return renderPacketText(rendering(packet, values))
}

/** Makes the input of the renderer. */
function rendering(packet: Packet, values: Values): RenderInput {
  return {
    ...(packet.bundle !== null && { bundle: buildBundleFacts(packet, packet.bundle, values) }),
    rule: packet.render,
    expansions: packet.expansions,
    note: packet.note,
    values,
    omissions: omissions(packet),
    sections: packet.sections.map(({ id, heading, lines, sources, reductions }) => ({
      id,
      heading,
      lines,
      source: formatSources(sources),
      declared: reductions.some(({ why }) => why === 'delivery'),
    })),
  }
}

/** Returns the path, or the first of several and the number of the others. */
export function formatSources(sources: readonly PacketSource[]): string {
  const more = sources.length > 1 ? ` and ${sources.length - 1} more` : ''
  return `${sources[0]?.path ?? ''}${more}`
}

function omissions(packet: Pick<Packet, 'sections' | 'leftOut'>): Omission[] {
  const gone = packet.leftOut
    .filter(({ source, size }) => source !== null && size > 0)
    .map(({ id, heading, why, source }) => ({
      id,
      heading,
      what: 'left out' as const,
      why,
      source: source!,
    }))
  const cut = packet.sections
    .filter(({ reductions }) => reductions.some(({ why }) => why !== 'delivery'))
    .map(({ id, heading, reductions, address, sources }) => ({
      id,
      heading,
      what: 'shortened' as const,
      why: [...new Set(reductions.map(({ why }) => why))].join(', '),
      source: address ?? formatSources(sources),
      isCutByChannel: reductions.some(({ why }) => why === 'channel'),
    }))
  return [...gone, ...cut]
}
