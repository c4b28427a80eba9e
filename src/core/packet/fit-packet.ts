import type { Plan } from '../plan/index.ts'
import { joinLines, makeDiagnostic, measureTextLength, Refusal } from '../values/index.ts'
import type { AssembleDeps } from './assemble-deps.ts'
import { cutToChannel } from './cut-to-channel.ts'
import { describeLostDocuments } from './finish-selection.ts'
import { dropSections, type Fitting, overBudgetCause, overChannelCause, replaceSection } from './fitting.ts'
import type { AssemblyNotes, OmittedSection, Packet, PacketSection, Reduction } from './packet.ts'
import type { RenderedPacket } from './render/rendered-packet.ts'
import { renderUnsweptPacket } from './render-unswept-packet.ts'
import { chooseCutReducer, shortenSection } from './section-draft.ts'

/**
 * Makes the packet fit: first each tier, then the whole. Sections give way in the declared order, each step once. After each step,
 * the rendered bytes are measured again.
 */
export function fitPacket(plan: Plan, start: Packet, deps: AssembleDeps): Packet {
  let now: Fitting = { sections: start.sections, leftOut: start.leftOut }
  const { aging } = start
  const notes: AssemblyNotes = {
    diagnostics: [...start.diagnostics],
    decisions: [...start.decisions],
    aging: [...aging],
  }
  const { diagnostics, decisions } = notes
  // A bundle contains its diagnostics, so they count too.
  const listDiagnostics = (fitting: Fitting) =>
    start.account === null ? diagnostics : [...diagnostics, ...describeLostDocuments(plan, fitting.leftOut)]
  const makePacket = (fitting: Fitting, note: Packet['note']): Packet => ({
    ...start,
    ...fitting,
    note,
    diagnostics: listDiagnostics(fitting),
  })
  const rendered = cacheLastRendering((fitting, note) =>
    renderUnsweptPacket(makePacket(fitting, note), deps.values),
  )
  const total = (fitting: Fitting, note: Packet['note'] = 'none') => deps.count(rendered(fitting, note).text)

  for (const [tier, rule] of Object.entries(plan.tiers)) {
    if (rule.budget === undefined) continue
    const budget = rule.budget
    const inTier = (section: PacketSection) => section.tier === tier
    const excess = (fitting: Fitting) => sum(fitting.sections.filter(inTier)) - budget
    now = giveWay(plan, now, { excess, mayYield: inTier, why: 'tier', deps, notes })
    if (excess(now) > 0) {
      const detail = `tier ${tier} takes ${excess(now) + budget} of ${budget}: its protected sections do not fit`
      diagnostics.push(makeDiagnostic('tier-over-budget', 'warning', detail))
    }
  }
  const { budget } = plan.level
  // Sections that borrow fill the budget, so the note that names the missing parts needs its room beforehand.
  const borrows = plan.sections.some(({ overCap }) => overCap === 'borrow')
  const excess = (fitting: Fitting) => total(fitting, borrows ? 'full' : 'none') - budget
  decisions.push({ stage: 'budget', detail: `${total(now)} of ${budget}, wrapper included` })
  now = returnBorrowed(plan, now, { excess, mayYield: () => true, why: 'budget', deps, notes })
  now = makeRoom(plan, now, { excess, mayYield: () => true, why: 'budget', deps, notes })
  now = giveWay(plan, now, { excess, mayYield: () => true, why: 'budget', deps, notes })
  // The packet names what was left out, so measure it with that note.
  const withNote = (fitting: Fitting) => rendered(fitting, 'short').text
  const overChannel = (fitting: Fitting) =>
    plan.channelLimit === null ? 0 : measureExcess(plan.channelLimit, withNote(fitting), deps)
  now = giveWay(plan, now, { excess: overChannel, mayYield: () => true, why: 'channel', deps, notes })

  const planned = total(now)
  if (planned > plan.ceiling) throw refuseOverCeiling(plan, planned, now.sections)
  if (planned > budget && plan.level.overBudget === 'refuse')
    throw refuseOverCeiling({ ...plan, ceiling: budget }, planned, now.sections)
  now = cutToChannel(plan, now, { text: withNote, deps, decisions })
  const size = total(now)
  const overBudget = size > budget
  if (overBudget) {
    const detail = `${size} is over the budget of ${budget}: what is left never yields`
    diagnostics.push(makeDiagnostic('over-budget', 'warning', detail))
    // A bundle contains this diagnostic too, so measure it again.
    if (plan.bundle !== null) now = { ...now }
    if (total(now) > plan.ceiling) throw refuseOverCeiling(plan, total(now), now.sections)
  }
  const limit = Math.min(plan.ceiling, Math.max(budget, size))
  const fits = (form: Packet['note']) =>
    total(now, form) <= limit &&
    (plan.channelLimit === null || measureExcess(plan.channelLimit, rendered(now, form).text, deps) <= 0)
  // The template of a bundle names what was left out.
  const note = plan.bundle === null ? ((['full', 'short'] as const).find(fits) ?? 'none') : 'none'
  const fitted = { ...now, sections: addWholeDigests(now.sections, start.sections, deps) }
  const packet = { ...makePacket(fitted, note), overBudget, decisions, aging: notes.aging }
  return packet
}

/** Adds the digest of each shortened section before fitting, because it does not depend on the other sections or the channel. */
function addWholeDigests(
  sections: readonly PacketSection[],
  before: readonly PacketSection[],
  { digest }: AssembleDeps,
): readonly PacketSection[] {
  if (sections === before) return sections
  const first = new Map(before.map((section) => [section.id, section]))
  return sections.map((section) => {
    const whole = first.get(section.id)!
    return whole === section ? section : { ...section, whole: digest(joinLines(whole.lines)) }
  })
}

type Render = (fitting: Fitting, note: Packet['note']) => RenderedPacket

/** Caches the last rendering, because the same packet is measured several times and rendering takes longer than counting. */
function cacheLastRendering(make: Render): Render {
  let last:
    | { readonly fitting: Fitting; readonly note: Packet['note']; readonly made: RenderedPacket }
    | undefined
  return (fitting, note) => {
    if (last?.fitting !== fitting || last.note !== note) last = { fitting, note, made: make(fitting, note) }
    return last.made
  }
}

/** Returns the excess over the channel limit in the manifest's measure. */
function measureExcess(limit: NonNullable<Plan['channelLimit']>, text: string, deps: AssembleDeps): number {
  const length = measureTextLength(limit, text)
  if (length <= limit.amount) return 0
  return Math.max(1, Math.ceil(((length - limit.amount) / length) * deps.count(text)))
}

function sum(sections: readonly PacketSection[]): number {
  return sections.reduce((total, section) => total + section.size, 0)
}

interface Yielding {
  readonly excess: (fitting: Fitting) => number
  readonly mayYield: (section: PacketSection) => boolean
  readonly why: Reduction['why']
  readonly deps: AssembleDeps
  readonly notes: AssemblyNotes
}

/** Sections that took more than their cap give it back, from the last one on, and no more than is missing. */
function returnBorrowed(plan: Plan, start: Fitting, { excess, why, deps, notes }: Yielding): Fitting {
  let now = start
  const borrowers = plan.sections.filter(({ overCap }) => overCap === 'borrow').reverse()
  for (const planned of borrowers) {
    // The wrapper counts too, so one cut may leave a few units missing.
    for (let missing = excess(now), turn = 0; missing > 0 && turn < 4; missing = excess(now), turn++) {
      const section = now.sections.find(({ id }) => id === planned.id)
      if (section === undefined || section.cap === null || section.size <= section.cap) break
      const by = chooseCutReducer(Math.max(section.cap, section.size - missing), { plan, planned, deps })
      const shorter = shortenSection(section, { plan, by, why, deps })
      if (shorter === null || shorter === section) break
      const detail = `${section.size} → ${shorter.size}: gives back room beyond its cap of ${section.cap}`
      notes.decisions.push({ stage: 'budget', section: section.id, detail })
      now = replaceSection(now, section, shorter)
    }
  }
  return now
}

/** If all sections are within their caps, only the wrapper is in excess, and the flexible section makes room for it. */
function makeRoom(plan: Plan, now: Fitting, { excess, deps, notes }: Yielding): Fitting {
  const missing = excess(now)
  const section = now.sections.find(({ id }) => id === plan.flexible)
  if (missing <= 0 || section === undefined || section.protected) return now
  const target = section.size - missing
  const overCap = now.sections.some(({ cap, size }) => cap !== null && size > cap)
  if (overCap || target < section.size / 2) return now
  const planned = plan.sections.find(({ id }) => id === section.id)!
  const shorter = shortenSection(section, {
    plan,
    by: chooseCutReducer(target, { plan, planned, deps }),
    why: 'cap',
    deps,
  })
  if (shorter === null || shorter === section) return now
  const detail = `${section.size} → ${shorter.size}, so that the wrapper fits`
  notes.decisions.push({ stage: 'budget', section: section.id, detail })
  return replaceSection(now, section, shorter)
}

function giveWay(plan: Plan, start: Fitting, options: Yielding): Fitting {
  let now = start
  const { excess, mayYield, why, deps } = options
  const stage = why === 'tier' ? 'tier' : 'budget'
  const cause = why === 'channel' ? overChannelCause : overBudgetCause
  const noted = options.notes.decisions
  const settle = (section: PacketSection, shorter: PacketSection | null, by: string) => {
    now = replaceSection(now, section, shorter, cause)
    const over = excess(now)
    const result = shorter === null ? 'dropped' : `${section.size} → ${shorter.size} by ${by}`
    const detail = `${result}; ${over > 0 ? `${over} still over` : 'fits'}`
    noted.push({ stage, section: section.id, detail })
  }
  for (const step of plan.precedence) {
    if (excess(now) <= 0) return now
    const section = now.sections.find(({ id }) => id === step.section)
    if (section === undefined || !mayYield(section) || section.size <= (step.above ?? 0)) continue
    settle(section, shortenSection(section, { plan, by: step.by, why, deps }), step.by)
  }
  const listed = new Set(plan.precedence.map((step) => step.section))
  // Sections without a step yield last, from the end, by the missing amount. Reserved documents yield after all others.
  const isReserved = ({ tier }: PacketSection) => typeof plan.tiers[tier ?? '']?.documents === 'number'
  const yielding = now.sections.filter(
    (section) => !section.protected && !listed.has(section.id) && mayYield(section),
  )
  const [others, reserved] = [false, true].map((is) =>
    yielding.filter((section) => isReserved(section) === is),
  )
  const last = [...others!.reverse(), ...reserved!.reverse()]
  while (last.length > 0 && excess(now) > 0) {
    const gone = last.splice(0, countToDrop(now, last, { excess, cause }))
    now = dropSections(now, gone, cause)
    const over = excess(now)
    const end = over > 0 ? `${over} still over` : 'fits'
    for (const [i, { id: section }] of gone.entries())
      noted.push({ stage, section, detail: `dropped; ${i === gone.length - 1 ? end : 'more has to go'}` })
    let section = last.shift()
    while (section !== undefined && excess(now) > 0) {
      const target = section.size - excess(now)
      const { id } = section
      const { overCap } = plan.sections.find((planned) => planned.id === id)!
      const by =
        overCap === 'documents' || overCap === 'prefix'
          ? overCap
          : overCap === 'borrow'
            ? 'sentences'
            : 'head'
      const shorter =
        target <= 0 ? null : shortenSection(section, { plan, by: `${by}(${target})`, why, deps })
      const left = shorter === section ? null : shorter
      settle(section, left, by)
      section = left ?? undefined
    }
  }
  return now
}

/**
 * Returns how many of these sections to drop, so that the rest fits or the next section can be shortened. The size of a section is
 * known, but its share of the rendering is not. The sizes guide the search, so that it takes a few measurements and not one per
 * section.
 */
function countToDrop(
  now: Fitting,
  last: readonly PacketSection[],
  { excess, cause }: Pick<Yielding, 'excess'> & { readonly cause: Pick<OmittedSection, 'reason' | 'why'> },
): number {
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
    // Bisect every other time, so that the search ends soon whatever the sizes are.
    const count = turn % 2 === 0 ? aim : Math.floor((tooFew + enough) / 2)
    const missing = excess(dropSections(now, last.slice(0, count), cause))
    if (isEnough(count, missing)) enough = count
    else tooFew = count
    freed = Math.max(1, (start - missing) / sizes[count]!)
  }
  return enough
}

function refuseOverCeiling(plan: Plan, size: number, sections: readonly PacketSection[]): Refusal {
  const list = sections.map((section) => `${section.heading} ${section.size}`).join(', ')
  const left =
    list === '' ? 'although no section is left in it' : `and what is left in it never yields: ${list}`
  return new Refusal(
    'over-ceiling',
    `The packet would take ${size}, over the ceiling of ${plan.ceiling} (${plan.measure}), ${left}.`,
    list === '' ? 'Shorten the task.' : 'Shorten the largest of them.',
  )
}
