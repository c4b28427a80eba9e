import type { Plan } from '../plan/index.ts'
import type { Rendered } from '../render/index.ts'
import { diagnostic, Refusal, utf8Length } from '../values/index.ts'
import type { Ledger, LeftOut, Packet, PacketSection, Reduction } from './packet.ts'
import { noteRendered, renderedOf, sourceOf } from './rendering.ts'
import type { Tools } from './tools.ts'
import { cutTo, shorten } from './treat.ts'

interface Fitting {
  sections: readonly PacketSection[]
  leftOut: readonly LeftOut[]
}

/**
 * Makes the packet fit: first each tier, then the whole. Sections give way in the declared order, each step once,
 * and the total is measured again after each, on the rendered bytes.
 */
export function fitPacket(plan: Plan, start: Packet, tools: Tools): Packet {
  let now: Fitting = { sections: start.sections, leftOut: start.leftOut }
  const { aging } = start
  const ledger: Ledger = {
    diagnostics: [...start.diagnostics],
    decisions: [...start.decisions],
    aging: [...aging],
  }
  const { diagnostics, decisions } = ledger
  const packetOf = (fitting: Fitting, note: Packet['note']): Packet => ({ ...start, ...fitting, note })
  const rendered = renderedOnce((fitting, note) => renderedOf(packetOf(fitting, note), tools.values))
  const total = (fitting: Fitting, note: Packet['note'] = 'none') => tools.count(rendered(fitting, note).text)

  for (const [tier, rule] of Object.entries(plan.tiers)) {
    if (rule.budget === undefined) continue
    const budget = rule.budget
    const inTier = (section: PacketSection) => section.tier === tier
    const excess = (fitting: Fitting) => sum(fitting.sections.filter(inTier)) - budget
    now = giveWay(plan, now, { excess, mayYield: inTier, why: 'tier', tools, ledger })
    if (excess(now) > 0) {
      const detail = `tier ${tier} takes ${excess(now) + budget} of ${budget}: its protected sections do not fit`
      diagnostics.push(diagnostic('tier-over-budget', 'warning', detail))
    }
  }
  const { budget } = plan.level
  const excess = (fitting: Fitting) => total(fitting) - budget
  decisions.push({ stage: 'budget', detail: `${total(now)} of ${budget}, wrapper included` })
  now = makeRoom(plan, now, { excess, mayYield: () => true, why: 'budget', tools, ledger })
  now = giveWay(plan, now, { excess, mayYield: () => true, why: 'budget', tools, ledger })
  // What was left out is said in the packet, so there must be room to say it.
  const overRoom = (fitting: Fitting) =>
    plan.room === null ? 0 : excessOf(plan.room, rendered(fitting, 'short').text, tools)
  now = giveWay(plan, now, { excess: overRoom, mayYield: () => true, why: 'channel', tools, ledger })

  const size = total(now)
  if (size > plan.ceiling) throw overCeiling(plan, size, now.sections)
  const overBudget = size > budget
  if (overBudget) {
    if (plan.level.overBudget === 'refuse')
      throw overCeiling({ ...plan, ceiling: budget }, size, now.sections)
    const detail = `${size} is over the budget of ${budget}: what is left never yields`
    diagnostics.push(diagnostic('over-budget', 'warning', detail))
  }
  const room = Math.min(plan.ceiling, Math.max(budget, size))
  const fits = (one: Packet['note']) =>
    total(now, one) <= room &&
    (plan.room === null || excessOf(plan.room, rendered(now, one).text, tools) <= 0)
  // A bundle says in its own way what was left out.
  const note = plan.bundle === null ? ((['full', 'short'] as const).find(fits) ?? 'none') : 'none'
  const packet = { ...packetOf(now, note), overBudget, ...ledger }
  // A bundle has diagnostics in it, and some may have come since.
  if (plan.bundle === null || diagnostics.length === start.diagnostics.length)
    noteRendered(packet, tools.values, rendered(now, note))
  return packet
}

type Render = (fitting: Fitting, note: Packet['note']) => Rendered

/** The same packet is measured again and again; rendering it takes longer than counting. */
function renderedOnce(make: Render): Render {
  let last: { readonly fitting: Fitting; readonly note: Packet['note']; readonly made: Rendered } | undefined
  return (fitting, note) => {
    if (last?.fitting !== fitting || last.note !== note) last = { fitting, note, made: make(fitting, note) }
    return last.made
  }
}

/** What is too much for the channel, in the unit that sections are counted in. */
function excessOf(room: NonNullable<Plan['room']>, text: string, tools: Tools): number {
  const length = room.unit === 'bytes' ? utf8Length(text) : text.length
  if (length <= room.amount) return 0
  return Math.max(1, Math.ceil(((length - room.amount) / length) * tools.count(text)))
}

function sum(sections: readonly PacketSection[]): number {
  return sections.reduce((total, section) => total + section.size, 0)
}

interface Yielding {
  readonly excess: (fitting: Fitting) => number
  readonly mayYield: (section: PacketSection) => boolean
  readonly why: Reduction['why']
  readonly tools: Tools
  readonly ledger: Ledger
}

/** When no section is over its cap, only the wrapper is too much: the flexible section makes room for it. */
function makeRoom(plan: Plan, now: Fitting, { excess, tools, ledger }: Yielding): Fitting {
  const missing = excess(now)
  const section = now.sections.find((one) => one.id === plan.flexible)
  if (missing <= 0 || section === undefined || section.protected) return now
  const target = section.size - missing
  const overCap = now.sections.some((one) => one.cap !== null && one.size > one.cap)
  if (overCap || target < section.size / 2) return now
  const planned = plan.sections.find((one) => one.id === section.id)!
  const shorter = shorten(section, { plan, by: cutTo(target, { plan, planned, tools }), why: 'cap', tools })
  if (shorter === null || shorter === section) return now
  const detail = `${section.size} → ${shorter.size}, so that the wrapper fits`
  ledger.decisions.push({ stage: 'budget', section: section.id, detail })
  return replace(now, section, shorter)
}

function giveWay(plan: Plan, start: Fitting, yielding: Yielding): Fitting {
  let now = start
  const { excess, mayYield, why, tools } = yielding
  const settle = (section: PacketSection, shorter: PacketSection | null, by: string) => {
    now = replace(now, section, shorter)
    const over = excess(now)
    const result = shorter === null ? 'dropped' : `${section.size} → ${shorter.size} by ${by}`
    const detail = `${result}; ${over > 0 ? `${over} still over` : 'fits'}`
    yielding.ledger.decisions.push({ stage: why === 'tier' ? 'tier' : 'budget', section: section.id, detail })
  }
  for (const step of plan.precedence) {
    if (excess(now) <= 0) return now
    const section = now.sections.find((one) => one.id === step.section)
    if (section === undefined || !mayYield(section) || section.size <= (step.above ?? 0)) continue
    settle(section, shorten(section, { plan, by: step.by, why, tools }), step.by)
  }
  const listed = new Set(plan.precedence.map((step) => step.section))
  // Sections nobody spoke of yield last, from the end, by as much as is missing.
  for (const { id } of now.sections.toReversed()) {
    for (;;) {
      const section = now.sections.find((one) => one.id === id)
      const missing = excess(now)
      if (missing <= 0) return now
      if (section === undefined || section.protected || listed.has(id) || !mayYield(section)) break
      const target = section.size - missing
      const by = plan.sections.find((one) => one.id === id)?.overCap === 'documents' ? 'documents' : 'head'
      const shorter = target <= 0 ? null : shorten(section, { plan, by: `${by}(${target})`, why, tools })
      settle(section, shorter === section ? null : shorter, by)
    }
  }
  return now
}

function replace(fitting: Fitting, section: PacketSection, by: PacketSection | null): Fitting {
  if (by !== null) {
    return { ...fitting, sections: fitting.sections.map((one) => (one.id === section.id ? by : one)) }
  }
  return dropSection(fitting, section, 'over-budget', 'over budget')
}

export function dropSection<T extends Fitting>(
  from: T,
  section: PacketSection,
  reason: LeftOut['reason'],
  why: string,
): T {
  const { id, heading, tier, size, redactions } = section
  const gone: LeftOut = {
    id,
    heading,
    tier,
    reason,
    why,
    source: section.address ?? sourceOf(section.sources),
    sources: section.sources,
    looked: [],
    size,
    redactions,
  }
  return { ...from, sections: from.sections.filter((one) => one.id !== id), leftOut: [...from.leftOut, gone] }
}

function overCeiling(plan: Plan, size: number, sections: readonly PacketSection[]): Refusal {
  const list = sections.map((section) => `${section.heading} ${section.size}`).join(', ')
  return new Refusal(
    'over-ceiling',
    `The packet would take ${size}, over the ceiling of ${plan.ceiling} (${plan.measure}), and what is left in it never yields: ${list}.`,
    'Shorten the largest of them.',
  )
}
