import { chooseDecayStep, computeAgeInDays, type ReduceDeps, reduceLines } from '../document/index.ts'
import { parseCheckedReducer } from '../manifest/index.ts'
import type { Plan, PlannedSection } from '../plan/index.ts'
import { assertNever, joinLines, makeDiagnostic, type SourceLine } from '../values/index.ts'
import type { AssembleDeps } from './assemble-deps.ts'
import type { AssemblyNotes, PacketSection, PacketSource, Reduction } from './packet.ts'

/** A section between shaping and fitting: its lines and the reductions so far. */
export interface SectionDraft {
  readonly plan: Plan
  readonly planned: PlannedSection
  readonly deps: AssembleDeps
  readonly notes: AssemblyNotes
  readonly sources: readonly PacketSource[]
  /** The address of the section; null if it has none. */
  readonly address: string | null
  readonly labels: PacketSection['labels']
  readonly facts: PacketSection['facts']
  readonly lines: readonly SourceLine[]
  readonly reductions: readonly Reduction[]
}

export interface DecayResult extends SectionDraft {
  readonly ageDays: number | null
  /** The name of the decay step. */
  readonly strategy: string
}

export function applyDecay(draft: SectionDraft): DecayResult {
  const { plan, planned, notes, lines } = draft
  const { path, date, basis } = draft.sources[0]!
  const ageDays = date === null ? null : computeAgeInDays(date, draft.deps.now)
  if (date !== null && basis !== null && ageDays !== null)
    notes.aging.push({ path, date, basis, days: ageDays })
  if (planned.decay === null) return { ...draft, ageDays, strategy: 'full' }
  const age = getAge(planned.decay.by, { ageDays, plan })
  const { call, name } = chooseDecayStep(planned.decay, age ?? 0)
  const origin = planned.decay.by === 'days' ? ` (${date}, from the ${basis})` : ''
  const detail = `age ${age} ${planned.decay.by}${origin}: ${name}, by ${call.name}`
  notes.decisions.push({ stage: 'decay', section: planned.id, detail })
  const reduced = reduceLines(lines, call, makeReducerDeps(draft))
  // If a reducer finds none of its parts, keep the document as it is.
  const kept = reduced.length === 0 && call.name !== 'drop' ? lines : reduced
  return { ...draft, ...recordReduction(draft, kept, call.name, 'age'), ageDays, strategy: name }
}

function getAge(
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
  const { planned, notes, lines, deps } = draft
  const size = deps.count(joinLines(lines))
  const section = planned.id
  notes.decisions.push({ stage: 'cap', section, detail: `${size} of ${planned.cap ?? 'no cap'}` })
  if (planned.cap === null || size <= planned.cap) return draft
  // The budget decides later how much of the room it may keep. Protected sections never yield, so they get no more than their cap.
  if (planned.overCap === 'borrow' && !planned.protected) return draft
  if (planned.overCap === 'keep') {
    const detail = `${size} is over its cap of ${planned.cap} and is kept whole`
    notes.diagnostics.push(makeDiagnostic('over-cap', 'warning', detail, section))
    return draft
  }
  const by = chooseCutReducer(planned.cap, draft)
  const cut = reduceLines(lines, parseCheckedReducer(by), makeReducerDeps(draft))
  return { ...draft, ...recordReduction(draft, cut, by.slice(0, by.indexOf('(')), 'cap') }
}

/** Returns the reducer that cuts a section to an amount. A cut in the middle keeps a quarter for the end, where documents name the next steps. */
export function chooseCutReducer(
  amount: number,
  { plan, planned, deps }: Pick<SectionDraft, 'plan' | 'planned' | 'deps'>,
): string {
  switch (planned.overCap) {
    case 'documents':
    case 'prefix':
      return `${planned.overCap}(${amount})`
    case 'borrow':
      return `sentences(${amount})`
    case 'cut':
    case 'keep':
      return `head(${amount})`
    case 'cut-middle': {
      const available = amount - deps.count(`\n${plan.render.cut_marker}\n\n`)
      const tail = Math.floor(available / 4)
      return available <= 0 ? `head(${amount})` : `head-tail(${available - tail}, ${tail})`
    }
    default:
      return assertNever(planned.overCap)
  }
}

/** Replaces the content by its address and size. The agent reads it on demand. */
export function declareSection<T extends SectionDraft>(draft: T): T {
  const reducerDeps = makeReducerDeps(draft)
  const size = draft.deps.count(joinLines(draft.lines))
  const { planned, address } = draft
  // A section without an address is read by its name.
  const place = address ?? `section:${planned.id}`
  const reference = `- ${planned.about ?? planned.heading}: ${place} (${size}${formatUnit(draft.plan)})`
  const detail = 'declared by its address only'
  draft.notes.decisions.push({ stage: 'deliver', section: draft.planned.id, detail })
  const lines = reduceLines(draft.lines, parseCheckedReducer('reference'), { ...reducerDeps, reference })
  return { ...draft, ...recordReduction(draft, lines, 'reference', 'delivery') }
}

function formatUnit({ measure }: Plan): string {
  return measure === 'chars' ? ' characters' : measure === 'lines' ? ' lines' : ' tokens'
}

function recordReduction(
  draft: SectionDraft,
  lines: readonly SourceLine[],
  by: string,
  why: Reduction['why'],
): Pick<SectionDraft, 'lines' | 'reductions'> {
  const [before, after] = [joinLines(draft.lines), joinLines(lines)]
  if (before === after) return draft
  const { count } = draft.deps
  return { lines, reductions: [...draft.reductions, { by, why, before: count(before), after: count(after) }] }
}

export function makeReducerDeps({
  plan,
  planned,
  sources,
  address,
  deps,
}: Pick<SectionDraft, 'plan' | 'planned' | 'sources' | 'address' | 'deps'>): ReduceDeps {
  const place = address ?? sources.map((source) => source.path).join(', ')
  return {
    count: deps.count,
    outline: deps.outline,
    marker: plan.render.cut_marker,
    atoms: [...deps.redactor.markers],
    reference: `- ${planned.about ?? planned.heading}: ${place}`,
    literal: plan.bundle !== null,
  }
}

interface Shortening {
  readonly plan: Plan
  readonly by: string
  readonly why: Reduction['why']
  readonly deps: AssembleDeps
}

/** Shortens a finished section further; null if no line is left. */
export function shortenSection(
  section: PacketSection,
  { plan, by, why, deps }: Shortening,
): PacketSection | null {
  const planned = plan.sections.find(({ id }) => id === section.id)!
  const call = parseCheckedReducer(by)
  const reducerDeps = makeReducerDeps({
    plan,
    planned,
    sources: section.sources,
    address: section.address,
    deps,
  })
  const lines = reduceLines(section.beforeCap ?? section.lines, call, reducerDeps)
  const size = deps.count(joinLines(lines))
  if (lines.length === 0) return null
  if (size >= section.size) return section
  const reductions = [...section.reductions, { by: call.name, why, before: section.size, after: size }]
  return { ...section, lines, size, reductions }
}
