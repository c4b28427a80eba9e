import { countUtf8Bytes } from '../../values/index.ts'
import type { ReceivedTranscript, SentPacket } from './judge-delivery.ts'

const sentAt = '2026-01-03T18:30:00.000Z'
export const later = '2026-01-03T18:30:01.000Z'
export const earlier = '2026-01-03T18:29:00.000Z'

/** Renders a packet, with the byte range of each section. */
export function sentOf(
  sections: Readonly<Record<string, string>>,
  over: Partial<SentPacket> = {},
): SentPacket {
  let packet = '<project-context injection_id="INJ-1">\n'
  const ranges = Object.entries(sections).map(([id, text]) => {
    packet += `\n## ${id}\n\n`
    const start = countUtf8Bytes(packet)
    packet += `${text}\n`
    return { id, bytes: [start, countUtf8Bytes(packet)] as const }
  })
  packet += '\n</project-context>\n'
  return { packet, sections: ranges, at: sentAt, others: [], ...over }
}

export function receivedOf(
  texts: readonly string[],
  over: Partial<ReceivedTranscript> = {},
): ReceivedTranscript {
  return {
    texts: texts.map((text) => ({ at: later, era: 0, text })),
    compactions: 0,
    complete: true,
    answered: later,
    beyond: 'head-and-tail',
    ...over,
  }
}

/** Makes lines that all differ, so that no part of them equals another. */
export function linesOf(what: string, count: number): string {
  return Array.from({ length: count }, (_, i) => `- ${what} ${i + 1}: because of ${(i * 7919) % 1000}`).join(
    '\n',
  )
}
