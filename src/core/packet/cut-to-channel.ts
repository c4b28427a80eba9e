import type { Plan } from '../plan/index.ts'
import { joinLines, measureLength } from '../values/index.ts'
import { shortenSection } from './decay-and-cap.ts'
import { dropSections, type Fitting, replaceSection } from './fitting.ts'
import type { PacketDecision, PacketSection, Reduction } from './packet.ts'
import type { AssembleDeps } from './tools.ts'

type Room = NonNullable<Plan['channelLimit']>

interface Cutting {
  /** What would be sent. */
  text(fitting: Fitting): string
  readonly tools: AssembleDeps
  readonly decisions: PacketDecision[]
}

const noRoom = { reason: 'over-budget', why: 'the channel carries no more' } as const

/**
 * What yields no further, and then what is protected, yields to the channel all the same: whoever is at its other end would cut it
 * without a word. From the end of the packet, by as much as is too much, counted as the channel counts.
 */
export function cutToChannel(plan: Plan, start: Fitting, { text, tools, decisions }: Cutting): Fitting {
  const { channelLimit: room } = plan
  if (room === null || !room.cutProtected) return start
  const over = (fitting: Fitting) => measureLength(room, text(fitting)) - room.amount
  let now = start
  const last = start.sections.toReversed()
  for (const section of [false, true].flatMap((is) => last.filter((one) => one.protected === is))) {
    let left: PacketSection | null = section
    while (left !== null && over(now) > 0) {
      const before: PacketSection = left
      left = shorterBy(before, over(now), { plan, room, tools })
      // It is cut once, in as many steps as it takes.
      if (left !== null) left = { ...left, reductions: [...section.reductions, cutFrom(section, left)] }
      now = left === null ? dropSections(now, [section], noRoom) : replaceSection(now, before, left)
    }
    if (left === section) continue
    const result = left === null ? 'dropped' : `${section.size} → ${left.size} by head`
    decisions.push({ stage: 'budget', section: section.id, detail: `${result}; ${noRoom.why}` })
  }
  return now
}

function cutFrom({ size: before }: PacketSection, { size: after }: PacketSection): Reduction {
  return { by: 'head', why: 'channel', before, after }
}

interface Shortening {
  readonly plan: Plan
  readonly room: Room
  readonly tools: AssembleDeps
}

/** Null when nothing is left of it. Text may take more in the packet than by itself: then half of it is tried. */
function shorterBy(
  section: PacketSection,
  over: number,
  { plan, room, tools }: Shortening,
): PacketSection | null {
  const count = (some: string) => measureLength(room, some)
  const size = count(joinLines(section.lines))
  const by = `head(${over < size ? size - over : size >> 1})`
  const measured = { ...section, size }
  const shorter = shortenSection(measured, { plan, by, why: 'channel', tools: { ...tools, count } })
  if (shorter === null || shorter === measured) return null
  return { ...shorter, size: tools.count(joinLines(shorter.lines)) }
}
