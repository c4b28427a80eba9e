import { buildBundleFacts } from './bundle.ts'
import type { Packet, PacketSource } from './packet.ts'
import { type Omission, type RenderInput, renderPacketText } from './render/render.ts'
import type { RenderedPacket } from './render/rendered.ts'

type Values = Readonly<Record<string, string>>

export function getRendering(packet: Packet, values: Values): RenderedPacket {
  return renderPacketText(rendering(packet, values))
}

/** What a renderer is given for a packet. */
function rendering(packet: Packet, values: Values): RenderInput {
  return {
    ...(packet.bundle !== null && { bundle: buildBundleFacts(packet, packet.bundle, values) }),
    rule: packet.render,
    note: packet.note,
    values,
    omissions: omissions(packet),
    sections: packet.sections.map(({ id, heading, lines, sources, reductions }) => ({
      id,
      heading,
      lines,
      source: formatSources(sources),
      declared: reductions.some((one) => one.why === 'delivery'),
    })),
  }
}

/** One path, or the first of several and how many more there are. */
export function formatSources(sources: readonly PacketSource[]): string {
  const more = sources.length > 1 ? ` and ${sources.length - 1} more` : ''
  return `${sources[0]?.path ?? ''}${more}`
}

function omissions(packet: Pick<Packet, 'sections' | 'leftOut'>): Omission[] {
  const gone = packet.leftOut
    .filter((one) => one.source !== null && one.size > 0)
    .map((one) => ({
      id: one.id,
      heading: one.heading,
      what: 'left out' as const,
      why: one.why,
      source: one.source!,
    }))
  const cut = packet.sections
    .filter((one) => one.reductions.some((reduction) => reduction.why !== 'delivery'))
    .map((one) => ({
      id: one.id,
      heading: one.heading,
      what: 'shortened' as const,
      why: one.reductions.map((reduction) => reduction.why).join(', '),
      source: one.address ?? formatSources(one.sources),
    }))
  return [...gone, ...cut]
}
