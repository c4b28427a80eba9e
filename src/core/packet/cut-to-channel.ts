import type { Plan } from '../plan/index.ts'
import { joinLines, measureTextLength } from '../values/index.ts'
import type { AssembleDeps } from './assemble-deps.ts'
import { dropSections, type Fitting, overChannelCause, replaceSection } from './fitting.ts'
import type { PacketDecision, PacketSection, Reduction } from './packet.ts'
import { shortenSection } from './section-draft.ts'

type ChannelLimit = NonNullable<Plan['channelLimit']>

interface Cutting {
  /** Renders the text to send. */
  text(fitting: Fitting): string
  readonly deps: AssembleDeps
  readonly decisions: PacketDecision[]
}

/**
 * Cuts the remaining sections to the channel limit, from the end of the packet, protected sections last. Otherwise the agent would cut
 * the text silently. Counts in the unit of the channel.
 */
export function cutToChannel(plan: Plan, start: Fitting, { text, deps, decisions }: Cutting): Fitting {
  const { channelLimit } = plan
  if (channelLimit === null || !channelLimit.cutProtected) return start
  const over = (fitting: Fitting) => measureTextLength(channelLimit, text(fitting)) - channelLimit.amount
  let now = start
  const last = start.sections.toReversed()
  for (const section of [false, true].flatMap((is) => last.filter((section) => section.protected === is))) {
    let left: PacketSection | null = section
    while (left !== null && over(now) > 0) {
      const before: PacketSection = left
      left = shortenBy(before, over(now), { plan, channelLimit, deps })
      // Several steps count as one reduction.
      if (left !== null) left = { ...left, reductions: [...section.reductions, makeReduction(section, left)] }
      now = left === null ? dropSections(now, [section], overChannelCause) : replaceSection(now, before, left)
    }
    if (left === section) continue
    const result = left === null ? 'dropped' : `${section.size} → ${left.size} by head`
    decisions.push({ stage: 'budget', section: section.id, detail: `${result}; ${overChannelCause.why}` })
  }
  return now
}

function makeReduction({ size: before }: PacketSection, { size: after }: PacketSection): Reduction {
  return { by: 'head', why: 'channel', before, after }
}

interface Shortening {
  readonly plan: Plan
  readonly channelLimit: ChannelLimit
  readonly deps: AssembleDeps
}

/** Null if no line is left. A text may be longer in the packet than alone; if so, half of it is tried. */
function shortenBy(
  section: PacketSection,
  over: number,
  { plan, channelLimit, deps }: Shortening,
): PacketSection | null {
  const count = (part: string) => measureTextLength(channelLimit, part)
  const size = count(joinLines(section.lines))
  const by = `head(${over < size ? size - over : size >> 1})`
  const measured = { ...section, size }
  const shorter = shortenSection(measured, { plan, by, why: 'channel', deps: { ...deps, count } })
  if (shorter === null || shorter === measured) return null
  return { ...shorter, size: deps.count(joinLines(shorter.lines)) }
}
