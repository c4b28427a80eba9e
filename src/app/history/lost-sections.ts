// Finds the sections that a session still lacks, after all later packets.

import type { Account } from '../../core/receipt/index.ts'
import type { DeliveryState, SectionDelivery } from '../../core/session/index.ts'

export interface LostSection {
  readonly injection_id: string
  readonly section: string
  readonly state: 'truncated' | 'dropped'
}

/** The delivery of one packet of a session. */
export interface PacketDelivery {
  readonly seq: number
  readonly injection_id: string
  /** State null: the delivery of the packet is not known yet. */
  readonly sections: readonly (Pick<SectionDelivery, 'id' | 'bytes'> & {
    readonly state: DeliveryState | null
  })[]
  /** Sections that had arrived before the conversation lost them. */
  readonly arrived?: readonly string[]
  /** The content of the packet; null if it was pruned or is not needed. */
  readonly account: Account | null
}

export function isLostSection<T extends { readonly state: DeliveryState | null }>(
  section: T,
): section is T & { state: LostSection['state'] } {
  return section.state === 'truncated' || section.state === 'dropped'
}

export function hasArrived({ state }: { readonly state: DeliveryState | null }): boolean {
  return state === 'delivered' || state === 'duplicated'
}

/** Whether a packet has at least as much of a section as an earlier packet. */
export function isAtLeastAsWhole(id: string, before: Account | null, after: Account | null): boolean {
  const [first, again] = [before, after].map((account) =>
    account?.sections.find((section) => section.id === id),
  )
  if (again === undefined || !again.reductions.some(({ why }) => why === 'channel')) return true
  return first !== undefined && again.size >= first.size
}

/** Finds packets that lost a section which arrived with a later packet, and these later packets. */
export function findComparedPackets(packets: readonly PacketDelivery[]): ReadonlySet<number> {
  const lostIn = new Map<string, number>()
  const found = new Set<number>()
  for (const { seq, sections } of sortBySeq(packets)) {
    for (const section of sections) {
      const first = lostIn.get(section.id)
      if (first !== undefined && hasArrived(section)) found.add(first).add(seq)
      else if (first === undefined && isLostSection(section)) lostIn.set(section.id, seq)
    }
  }
  return found
}

const sortBySeq = (packets: readonly PacketDelivery[]) => packets.toSorted((a, b) => a.seq - b.seq)

/** After this many losses, the channel would lose the section again. */
const maxAttempts = 3

interface Missing extends LostSection {
  readonly attempts: number
  /** The packet that lost it first. */
  readonly first: PacketDelivery
}

/** A section counts as lost until a later packet delivers it in full, or a packet with it is on its way. */
export function findLostSections(packets: readonly PacketDelivery[]): LostSection[] {
  const lost = new Map<string, Missing>()
  for (const packet of sortBySeq(packets)) {
    for (const section of packet.sections) {
      const before = lost.get(section.id)
      // The channel is not at fault if the section arrived and was removed later.
      const attempts = packet.arrived?.includes(section.id) ? 0 : (before?.attempts ?? 0) + 1
      const { injection_id } = packet
      if (isLostSection(section))
        lost.set(section.id, {
          ...{ injection_id, section: section.id, state: section.state },
          ...{ attempts, first: before?.first ?? packet },
        })
      else if (before === undefined || section.state === 'unknown') continue
      else if (section.state === null || isDone(section.id, before.first, packet)) lost.delete(section.id)
      else lost.set(section.id, { ...before, attempts })
    }
  }
  return [...lost.values()].flatMap(({ attempts, first: _, ...section }) =>
    attempts < maxAttempts ? [section] : [],
  )
}

/** A section that was cut although it was sent alone would be cut again. */
function isDone(id: string, first: PacketDelivery, packet: PacketDelivery): boolean {
  return packet.sections.length === 1 || isAtLeastAsWhole(id, first.account, packet.account)
}
