import { chooseDecayStep, computeAgeInDays, type ReduceDeps, reduce } from '../document/index.ts'
import { parseCheckedReducer } from '../manifest/index.ts'
import type { Plan, PlannedSection } from '../plan/index.ts'
import { assertNever, joinLines, makeDiagnostic, type SourceLine } from '../values/index.ts'
import type { AssemblyNotes, PacketSection, PacketSource, Reduction } from './packet.ts'
import type { AssembleDeps } from './tools.ts'

/** A section between shaping and fitting: its lines, and everything that happened to them. */
export interface SectionDraft {
  readonly plan: Plan
  readonly planned: PlannedSection
  readonly tools: AssembleDeps
  readonly ledger: AssemblyNotes
  readonly sources: readonly PacketSource[]
  /** Under which it can be read, where it has one. */
  readonly address: string | null
  readonly labels: PacketSection['labels']
  readonly facts: PacketSection['facts']
  readonly lines: readonly SourceLine[]
  readonly reductions: readonly Reduction[]
}

export interface DecayResult extends SectionDraft {
  readonly ageDays: number | null
  /** What decay called its treatment. */
  readonly strategy: string
}

export function applyDecay(draft: SectionDraft): DecayResult {
  const { plan, planned, ledger, lines } = draft
  const { path, date, basis } = draft.sources[0]!
  const ageDays = date === null ? null : computeAgeInDays(date, draft.tools.now)
  if (date !== null && basis !== null && ageDays !== null)
    ledger.aging.push({ path, date, basis, days: ageDays })
  if (planned.decay === null) return { ...draft, ageDays, strategy: 'full' }
  const age = ageIn(planned.decay.by, { ageDays, plan })
  const { call, name } = chooseDecayStep(planned.decay, age ?? 0)
  const origin = planned.decay.by === 'days' ? ` (${date}, from the ${basis})` : ''
  const detail = `age ${age} ${planned.decay.by}${origin}: ${name}, by ${call.name}`
  ledger.decisions.push({ stage: 'decay', section: planned.id, detail })
  const reduced = reduce(lines, call, makeReducerDeps(draft))
  // A document without the parts an extract wants is not thereby empty.
  const kept = reduced.length === 0 && call.name !== 'drop' ? lines : reduced
  return { ...draft, ...changed(draft, kept, call.name, 'age'), ageDays, strategy: name }
}

function ageIn(
  unit: NonNullable<PlannedSection['decay']>['by'],
  { ageDays, plan }: { readonly ageDays: number | null; readonly plan: Plan },
): number | null {
  switch (unit) {
    case 'days':
      return ageDays
    case 'transitions':
    case 'turns':
      return plan.ages[unit] ?? 0
    default:
      return assertNever(unit)
  }
}

export function applyCap<T extends SectionDraft>(draft: T): T {
  const { planned, ledger, lines, tools } = draft
  const size = tools.count(joinLines(lines))
  const section = planned.id
  ledger.decisions.push({ stage: 'cap', section, detail: `${size} of ${planned.cap ?? 'no cap'}` })
  if (planned.cap === null || size <= planned.cap) return draft
  if (planned.overCap === 'keep') {
    const detail = `${size} is over its cap of ${planned.cap} and is kept whole`
    ledger.diagnostics.push(makeDiagnostic('over-cap', 'warning', detail, section))
    return draft
  }
  const by = chooseCutReducer(planned.cap, draft)
  const cut = reduce(lines, parseCheckedReducer(by), makeReducerDeps(draft))
  return { ...draft, ...changed(draft, cut, by.slice(0, by.indexOf('(')), 'cap') }
}

/** The reducer that makes a section fit an amount. Cut in the middle, three quarters are from the beginning: what comes next is written last. */
export function chooseCutReducer(
  amount: number,
  { plan, planned, tools }: Pick<SectionDraft, 'plan' | 'planned' | 'tools'>,
): string {
  switch (planned.overCap) {
    case 'documents':
    case 'prefix':
      return `${planned.overCap}(${amount})`
    case 'cut':
    case 'keep':
      return `head(${amount})`
    case 'cut-middle': {
      const room = amount - tools.count(`\n${plan.render.cut_marker}\n\n`)
      const tail = Math.floor(room / 4)
      return room <= 0 ? `head(${amount})` : `head-tail(${room - tail}, ${tail})`
    }
    default:
      return assertNever(planned.overCap)
  }
}

/** Only the address and the size go into the packet; the content is read on demand. */
export function declareSection<T extends SectionDraft>(draft: T): T {
  const toolbox = makeReducerDeps(draft)
  const size = draft.tools.count(joinLines(draft.lines))
  const { planned, address } = draft
  // What has no address of its own is read by the name of its section.
  const place = address ?? `section:${planned.id}`
  const reference = `- ${planned.about ?? planned.heading}: ${place} (${size}${unitOf(draft.plan)})`
  const detail = 'declared by its address only'
  draft.ledger.decisions.push({ stage: 'deliver', section: draft.planned.id, detail })
  const lines = reduce(draft.lines, parseCheckedReducer('reference'), { ...toolbox, reference })
  return { ...draft, ...changed(draft, lines, 'reference', 'delivery') }
}

function unitOf({ measure }: Plan): string {
  return measure === 'chars' ? ' characters' : measure === 'lines' ? ' lines' : ' tokens'
}

function changed(
  draft: SectionDraft,
  lines: readonly SourceLine[],
  by: string,
  why: Reduction['why'],
): Pick<SectionDraft, 'lines' | 'reductions'> {
  const [before, after] = [joinLines(draft.lines), joinLines(lines)]
  if (before === after) return draft
  const { count } = draft.tools
  return { lines, reductions: [...draft.reductions, { by, why, before: count(before), after: count(after) }] }
}

export function makeReducerDeps({
  plan,
  planned,
  sources,
  address,
  tools,
}: Pick<SectionDraft, 'plan' | 'planned' | 'sources' | 'address' | 'tools'>): ReduceDeps {
  const place = address ?? sources.map((source) => source.path).join(', ')
  return {
    count: tools.count,
    outline: tools.outline,
    marker: plan.render.cut_marker,
    atoms: [...tools.redactor.markers],
    reference: `- ${planned.about ?? planned.heading}: ${place}`,
    literal: plan.bundle !== null,
  }
}

interface Shortening {
  readonly plan: Plan
  readonly by: string
  readonly why: Reduction['why']
  readonly tools: AssembleDeps
}

/** Shortens a finished section further; null when nothing is left of it. */
export function shortenSection(
  section: PacketSection,
  { plan, by, why, tools }: Shortening,
): PacketSection | null {
  const planned = plan.sections.find((one) => one.id === section.id)!
  const call = parseCheckedReducer(by)
  const toolbox = makeReducerDeps({
    plan,
    planned,
    sources: section.sources,
    address: section.address,
    tools,
  })
  const lines = reduce(section.beforeCap ?? section.lines, call, toolbox)
  const size = tools.count(joinLines(lines))
  if (lines.length === 0) return null
  if (size >= section.size) return section
  const reductions = [...section.reductions, { by: call.name, why, before: section.size, after: size }]
  return { ...section, lines, size, reductions }
}
