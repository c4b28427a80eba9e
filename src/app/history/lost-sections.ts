// What of a session's packets is still missing, after all that came later.

import type { Account } from '../../core/receipt/index.ts'
import type { DeliveryState, SectionDelivery } from '../../core/session/index.ts'

export interface LostSection {
  readonly injection_id: string
  readonly section: string
  readonly state: 'truncated' | 'dropped'
}

/** What came of one packet of a session. */
export interface PacketDelivery {
  readonly seq: number
  readonly injection_id: string
  /** Null for those of a packet of which nothing can be said yet. */
  readonly sections: readonly (Pick<SectionDelivery, 'id'> & { readonly state: DeliveryState | null })[]
  /** What it held; null where that was pruned, or is no matter. */
  readonly account: Account | null
}

export function isLostSection<T extends { readonly state: DeliveryState | null }>(
  section: T,
): section is T & { state: LostSection['state'] } {
  return section.state === 'truncated' || section.state === 'dropped'
}

const hasArrived = (state: DeliveryState | null) => state === 'delivered' || state === 'duplicated'

/** Whether a packet held as much of a section as an earlier one: all of it, but for what would not have fitted there either. */
export function isAtLeastAsWhole(id: string, before: Account | null, after: Account | null): boolean {
  const [first, again] = [before, after].map((account) => account?.sections.find((section) => section.id === id))
  if (again === undefined || !again.reductions.some(({ why }) => why === 'channel')) return true
  return first !== undefined && again.size >= first.size
}

/** Packets that lost a section which came with a later one, and those later ones. */
export function findComparedPackets(packets: readonly PacketDelivery[]): ReadonlySet<number> {
  const lostIn = new Map<string, number>()
  const found = new Set<number>()
  for (const { seq, sections } of sortBySeq(packets)) {
    for (const section of sections) {
      const first = lostIn.get(section.id)
      if (first !== undefined && hasArrived(section.state)) found.add(first).add(seq)
      else if (first === undefined && isLostSection(section)) lostIn.set(section.id, seq)
    }
  }
  return found
}

const sortBySeq = (packets: readonly PacketDelivery[]) => packets.toSorted((a, b) => a.seq - b.seq)

/** A channel that has lost a section so often loses it again. */
const maxTries = 3

interface Missing extends LostSection {
  readonly tries: number
  /** The packet that lost it first. */
  readonly first: PacketDelivery
}

/** A section counts as lost until it has arrived with a later packet, as whole as it was first sent, or is on its way with one. */
export function findLostSections(packets: readonly PacketDelivery[]): LostSection[] {
  const lost = new Map<string, Missing>()
  for (const packet of sortBySeq(packets)) {
    for (const section of packet.sections) {
      const before = lost.get(section.id)
      const tries = (before?.tries ?? 0) + 1
      const { injection_id } = packet
      if (isLostSection(section))
        lost.set(section.id, {
          ...{ injection_id, section: section.id, state: section.state },
          ...{ tries, first: before?.first ?? packet },
        })
      else if (before === undefined || section.state === 'unknown') continue
      else if (section.state === null || isDone(section.id, before.first, packet)) lost.delete(section.id)
      else lost.set(section.id, { ...before, tries })
    }
  }
  return [...lost.values()].flatMap(({ tries, first: _, ...section }) => (tries < maxTries ? [section] : []))
}

/** What was cut though it stood alone comes no better the next time. */
function isDone(id: string, first: PacketDelivery, packet: PacketDelivery): boolean {
  return packet.sections.length === 1 || isAtLeastAsWhole(id, first.account, packet.account)
}
