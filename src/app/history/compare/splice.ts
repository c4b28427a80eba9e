import { joinPacketParts, type PacketParts, type SectionPart } from '../../../core/history/index.ts'
import { findMovedSections, type SectionChange } from './section-changes.ts'

type Change = Pick<SectionChange, 'section' | 'change'>

/** Applies some of the changes between two packets to the first. Pass them in the order of the second packet. */
export function spliceChanges(from: PacketParts, to: PacketParts, changes: readonly Change[]): string {
  const idsOf = (parts: PacketParts) => parts.sections.map(({ id }) => id)
  const moved = findMovedSections(idsOf(from), idsOf(to))
  let sections = from.sections
  for (const { section, change } of changes) {
    const part = to.sections.find(({ id }) => id === section)
    const stays = change === 'changed' && !moved.has(section)
    if (change === 'removed' || part === undefined) sections = sections.filter(({ id }) => id !== section)
    else if (stays) sections = sections.map((other) => (other.id === section ? part : other))
    else sections = placePart(sections, part, idsOf(to))
  }
  return joinPacketParts({ ...from, sections })
}

/** Places a part after the nearest section that precedes it in the other packet. */
function placePart(
  sections: readonly SectionPart[],
  part: SectionPart,
  order: readonly string[],
): readonly SectionPart[] {
  const others = sections.filter(({ id }) => id !== part.id)
  const before = order.slice(0, order.indexOf(part.id))
  const nearest = before.findLast((id) => others.some((other) => other.id === id))
  const at = nearest === undefined ? 0 : others.findIndex(({ id }) => id === nearest) + 1
  return others.toSpliced(at, 0, part)
}
