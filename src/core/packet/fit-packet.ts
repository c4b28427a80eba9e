import type { Plan } from '../plan/index.ts'
import { joinLines, makeDiagnostic, measureLength, Refusal } from '../values/index.ts'
import { cutToChannel } from './cut-to-channel.ts'
import { chooseCutReducer, shortenSection } from './decay-and-cap.ts'
import { dropSections, type Fitting, overBudgetCause, replaceSection } from './fitting.ts'
import { getRendering } from './note-rendered.ts'
import type { AssemblyNotes, Packet, PacketSection, Reduction } from './packet.ts'
import { describeLostDocuments } from './packet-account.ts'
import type { RenderedPacket } from './render/rendered.ts'
import type { AssembleDeps } from './tools.ts'

/**
 * Makes the packet fit: first each tier, then the whole. Sections give way in the declared order, each step once,
 * and the total is measured again after each, on the rendered bytes.
 */
export function fitPacket(plan: Plan, start: Packet, tools: AssembleDeps): Packet {
  let now: Fitting = { sections: start.sections, leftOut: start.leftOut }
  const { aging } = start
  const ledger: AssemblyNotes = {
    diagnostics: [...start.diagnostics],
    decisions: [...start.decisions],
    aging: [...aging],
  }
  const { diagnostics, decisions } = ledger
  // A bundle has diagnostics in it: what is said of a packet takes room too.
  const said = (fitting: Fitting) =>
    start.account === null ? diagnostics : [...diagnostics, ...describeLostDocuments(plan, fitting.leftOut)]
  const packetOf = (fitting: Fitting, note: Packet['note']): Packet => ({
    ...start,
    ...fitting,
    note,
    diagnostics: said(fitting),
  })
  const rendered = renderedOnce((fitting, note) => getRendering(packetOf(fitting, note), tools.values))
  const total = (fitting: Fitting, note: Packet['note'] = 'none') => tools.count(rendered(fitting, note).text)

  for (const [tier, rule] of Object.entries(plan.tiers)) {
    if (rule.budget === undefined) continue
    const budget = rule.budget
    const inTier = (section: PacketSection) => section.tier === tier
    const excess = (fitting: Fitting) => sum(fitting.sections.filter(inTier)) - budget
    now = giveWay(plan, now, { excess, mayYield: inTier, why: 'tier', tools, ledger })
    if (excess(now) > 0) {
      const detail = `tier ${tier} takes ${excess(now) + budget} of ${budget}: its protected sections do not fit`
      diagnostics.push(makeDiagnostic('tier-over-budget', 'warning', detail))
    }
  }
  const { budget } = plan.level
  const excess = (fitting: Fitting) => total(fitting) - budget
  decisions.push({ stage: 'budget', detail: `${total(now)} of ${budget}, wrapper included` })
  now = makeRoom(plan, now, { excess, mayYield: () => true, why: 'budget', tools, ledger })
  now = giveWay(plan, now, { excess, mayYield: () => true, why: 'budget', tools, ledger })
  // What was left out is said in the packet, so there must be room to say it.
  const withNote = (fitting: Fitting) => rendered(fitting, 'short').text
  const overRoom = (fitting: Fitting) =>
    plan.channelLimit === null ? 0 : excessOf(plan.channelLimit, withNote(fitting), tools)
  now = giveWay(plan, now, { excess: overRoom, mayYield: () => true, why: 'channel', tools, ledger })

  const planned = total(now)
  if (planned > plan.ceiling) throw overCeiling(plan, planned, now.sections)
  if (planned > budget && plan.level.overBudget === 'refuse')
    throw overCeiling({ ...plan, ceiling: budget }, planned, now.sections)
  now = cutToChannel(plan, now, { text: withNote, tools, decisions })
  const size = total(now)
  const overBudget = size > budget
  if (overBudget) {
    const detail = `${size} is over the budget of ${budget}: what is left never yields`
    diagnostics.push(makeDiagnostic('over-budget', 'warning', detail))
    // A bundle says so too, and that takes room.
    if (plan.bundle !== null) now = { ...now }
    if (total(now) > plan.ceiling) throw overCeiling(plan, total(now), now.sections)
  }
  const room = Math.min(plan.ceiling, Math.max(budget, size))
  const fits = (one: Packet['note']) =>
    total(now, one) <= room &&
    (plan.channelLimit === null || excessOf(plan.channelLimit, rendered(now, one).text, tools) <= 0)
  // A bundle says in its own way what was left out.
  const note = plan.bundle === null ? ((['full', 'short'] as const).find(fits) ?? 'none') : 'none'
  const fitted = { ...now, sections: withWhole(now.sections, start.sections, tools) }
  const packet = { ...packetOf(fitted, note), overBudget, decisions, aging: ledger.aging }
  return packet
}

/** How much of a section there was room for depends on what stands beside it, and on the channel. What the section is does not. */
function withWhole(
  sections: readonly PacketSection[],
  before: readonly PacketSection[],
  { digest }: AssembleDeps,
): readonly PacketSection[] {
  if (sections === before) return sections
  const first = new Map(before.map((one) => [one.id, one]))
  return sections.map((one) => {
    const whole = first.get(one.id)!
    return whole === one ? one : { ...one, whole: digest(joinLines(whole.lines)) }
  })
}

type Render = (fitting: Fitting, note: Packet['note']) => RenderedPacket

/** The same packet is measured again and again; rendering it takes longer than counting. */
function renderedOnce(make: Render): Render {
  let last:
    | { readonly fitting: Fitting; readonly note: Packet['note']; readonly made: RenderedPacket }
    | undefined
  return (fitting, note) => {
    if (last?.fitting !== fitting || last.note !== note) last = { fitting, note, made: make(fitting, note) }
    return last.made
  }
}

/** What is too much for the channel, in the unit that sections are counted in. */
function excessOf(room: NonNullable<Plan['channelLimit']>, text: string, tools: AssembleDeps): number {
  const length = measureLength(room, text)
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
  readonly tools: AssembleDeps
  readonly ledger: AssemblyNotes
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
  const shorter = shortenSection(section, {
    plan,
    by: chooseCutReducer(target, { plan, planned, tools }),
    why: 'cap',
    tools,
  })
  if (shorter === null || shorter === section) return now
  const detail = `${section.size} → ${shorter.size}, so that the wrapper fits`
  ledger.decisions.push({ stage: 'budget', section: section.id, detail })
  return replaceSection(now, section, shorter)
}

function giveWay(plan: Plan, start: Fitting, order: Yielding): Fitting {
  let now = start
  const { excess, mayYield, why, tools } = order
  const stage = why === 'tier' ? 'tier' : 'budget'
  const noted = order.ledger.decisions
  const settle = (section: PacketSection, shorter: PacketSection | null, by: string) => {
    now = replaceSection(now, section, shorter)
    const over = excess(now)
    const result = shorter === null ? 'dropped' : `${section.size} → ${shorter.size} by ${by}`
    const detail = `${result}; ${over > 0 ? `${over} still over` : 'fits'}`
    noted.push({ stage, section: section.id, detail })
  }
  for (const step of plan.precedence) {
    if (excess(now) <= 0) return now
    const section = now.sections.find((one) => one.id === step.section)
    if (section === undefined || !mayYield(section) || section.size <= (step.above ?? 0)) continue
    settle(section, shortenSection(section, { plan, by: step.by, why, tools }), step.by)
  }
  const listed = new Set(plan.precedence.map((step) => step.section))
  // Sections nobody spoke of yield last, from the end, by as much as is missing; what has its place reserved, after all others.
  const isReserved = ({ tier }: PacketSection) => typeof plan.tiers[tier ?? '']?.documents === 'number'
  const yielding = now.sections.filter((one) => !one.protected && !listed.has(one.id) && mayYield(one))
  const [others, reserved] = [false, true].map((is) => yielding.filter((one) => isReserved(one) === is))
  const last = [...others!.reverse(), ...reserved!.reverse()]
  while (last.length > 0 && excess(now) > 0) {
    const gone = last.splice(0, howManyGo(now, last, excess))
    now = dropSections(now, gone, overBudgetCause)
    const over = excess(now)
    const end = over > 0 ? `${over} still over` : 'fits'
    for (const [i, { id: section }] of gone.entries())
      noted.push({ stage, section, detail: `dropped; ${i === gone.length - 1 ? end : 'more has to go'}` })
    let section = last.shift()
    while (section !== undefined && excess(now) > 0) {
      const target = section.size - excess(now)
      const { id } = section
      const { overCap } = plan.sections.find((one) => one.id === id)!
      const by = overCap === 'documents' || overCap === 'prefix' ? overCap : 'head'
      const shorter =
        target <= 0 ? null : shortenSection(section, { plan, by: `${by}(${target})`, why, tools })
      const left = shorter === section ? null : shorter
      settle(section, left, by)
      section = left ?? undefined
    }
  }
  return now
}

/**
 * How many of these have to go, so that what is left fits, or the next of them can be shortened. What each takes is known, and what
 * goes with it is not until it was rendered, so the sizes say where to look: after some measurements, not one for each.
 */
function howManyGo(now: Fitting, last: readonly PacketSection[], excess: Yielding['excess']): number {
  const start = excess(now)
  const sizes = [0]
  for (const { size } of last) sizes.push(sizes.at(-1)! + size)
  const isEnough = (count: number, missing: number) => missing < Math.max(1, last[count]?.size ?? 0)
  if (isEnough(0, start)) return 0
  let [tooFew, enough] = [0, last.length]
  let freed = 1
  for (let turn = 0; enough - tooFew > 1; turn++) {
    const aimed = sizes.findIndex((size) => size * freed >= start)
    const aim = Math.min(enough - 1, Math.max(tooFew + 1, aimed === -1 ? enough : aimed))
    // Every other time in the middle: it ends soon whatever the sizes are like.
    const count = turn % 2 === 0 ? aim : Math.floor((tooFew + enough) / 2)
    const missing = excess(dropSections(now, last.slice(0, count), overBudgetCause))
    if (isEnough(count, missing)) enough = count
    else tooFew = count
    freed = Math.max(1, (start - missing) / sizes[count]!)
  }
  return enough
}

function overCeiling(plan: Plan, size: number, sections: readonly PacketSection[]): Refusal {
  const list = sections.map((section) => `${section.heading} ${section.size}`).join(', ')
  const left =
    list === '' ? 'although no section is left in it' : `and what is left in it never yields: ${list}`
  return new Refusal(
    'over-ceiling',
    `The packet would take ${size}, over the ceiling of ${plan.ceiling} (${plan.measure}), ${left}.`,
    list === '' ? 'Say the task in fewer words.' : 'Shorten the largest of them.',
  )
}
