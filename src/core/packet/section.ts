import { shapeDocument } from '../document/index.ts'
import { reducerOf } from '../manifest/index.ts'
import type { Plan, PlannedSection } from '../plan/index.ts'
import { ageInDays, decayStep, type ReduceTools, reduce } from '../reduce/index.ts'
import { type Diagnostic, diagnostic, joinLines, type Line, Refusal } from '../values/index.ts'
import { readDocument } from './document.ts'
import type {
  Aging,
  Decision,
  Ledger,
  LeftOut,
  PacketSection,
  PacketSource,
  Reading,
  Reduction,
} from './packet.ts'
import type { Tools } from './tools.ts'

/** One section from what its sources said: redact, shape, decay, cap; in this order. */
export function buildSection(
  plan: Plan,
  planned: PlannedSection,
  reading: Reading,
  tools: Tools,
  ledger: Ledger,
): PacketSection | LeftOut {
  const { diagnostics } = ledger
  const decide = (stage: Decision['stage'], detail: string) =>
    ledger.decisions.push({ stage, section: planned.id, detail })
  for (const tried of reading.tried) {
    decide(
      'read',
      `${tried.uri}: ${tried.state === 'found' ? 'passed over, a stub' : `${tried.state}, ${tried.detail}`}`,
    )
    const known = diagnostics.some(
      (one) => one.section === planned.id && 'detail' in tried && one.detail === tried.detail,
    )
    if (tried.state === 'unavailable' && !known) {
      diagnostics.push(diagnostic(`source-${tried.reason}`, 'warning', tried.detail, planned.id))
    }
  }
  if (reading.source === null) {
    decide('read', `no source resolved; missing: ${planned.missing}`)
    return missing(planned, reading, diagnostics)
  }
  for (const found of reading.found) decide('read', `${found.uri}: found, ${found.bytes} bytes`)

  const redactions: Record<string, number> = {}
  const documents = reading.found.map((found) =>
    readDocument(plan, planned, found, tools, { redactions, diagnostics }),
  )
  for (const [rule, count] of Object.entries(redactions)) decide('redact', `${rule}: ${count}`)
  const sources = documents.map(({ source }) => source)
  const toolbox = reduceTools(plan, planned, sources, tools)
  const { shape } = planned.sources[reading.source]!
  decide('shape', typeof shape === 'string' ? shape : `fields, rest: ${shape.rest}`)
  const lines = joinDocuments(
    documents.map(({ document, source }) => {
      const shaped = shapeDocument(document, shape, planned.id)
      diagnostics.push(...shaped.diagnostics)
      return { path: source.path, lines: reduce(shaped.lines, reducerOf('full'), toolbox) }
    }),
    shape === 'titles',
  )
  const out = { id: planned.id, heading: planned.heading, source: sources[0]?.path ?? null, redactions }
  if (lines.every((line) => line.text.trim() === '')) {
    const detail = `${sources[0]?.path} holds nothing for this section`
    diagnostics.push(diagnostic('section-empty', 'warning', detail, planned.id))
    return { ...out, reason: 'empty', why: 'no content', size: 0 }
  }

  const reductions: Reduction[] = []
  const step = { toolbox, reductions, diagnostics, decide, aging: ledger.aging }
  const aged = applyDecay(plan, planned, lines, { ...step, sources, tools })
  if (aged.lines.length === 0) {
    return {
      ...out,
      reason: 'aged',
      why: `${aged.ageDays ?? aged.strategy} days old`,
      size: tools.count(joinLines(lines)),
    }
  }
  const sized = applyCap(planned, aged.lines, step)
  if (sized.length === 0) {
    return {
      ...out,
      reason: 'over-budget',
      why: `its cap of ${planned.cap} holds nothing of it`,
      size: tools.count(joinLines(lines)),
    }
  }
  const final = planned.delivery === 'declare' ? declare(sized, step) : sized
  return {
    id: planned.id,
    heading: planned.heading,
    tier: planned.tier,
    authority: planned.authority,
    sources,
    ageDays: aged.ageDays,
    strategy: aged.strategy,
    lines: final,
    beforeCap: sized === aged.lines ? null : aged.lines,
    size: tools.count(joinLines(final)),
    cap: planned.cap,
    protected: planned.protected,
    reductions,
    redactions,
  }
}

/** A blank line between documents, except where each is one line. With several, each line says which it is from. */
function joinDocuments(documents: readonly ShapedDocument[], compact: boolean): readonly Line[] {
  const filled = documents.filter(({ lines }) => lines.length > 0)
  const blank: Line = { text: '', at: 0 }
  return filled.flatMap(({ lines, path }, i) => {
    const own = documents.length === 1 ? lines : lines.map((line) => ({ ...line, path }))
    return i === 0 || compact ? own : [blank, ...own]
  })
}

interface ShapedDocument {
  readonly path: string
  readonly lines: readonly Line[]
}

function missing(planned: PlannedSection, reading: Reading, diagnostics: Diagnostic[]): LeftOut {
  const looked = planned.sources.map((source) => source.pattern).join(', ') || 'no source'
  if (planned.missing === 'fail') {
    const trouble = reading.tried.flatMap((one) => (one.state === 'unavailable' ? [one.detail] : []))
    const reasons = trouble.length === 0 ? '' : ` ${trouble.join(' ')}`
    throw new Refusal(
      'source-missing',
      `Section ${planned.heading} is required and none of its sources was found: ${looked}.${reasons}`,
      'Create one of these files, or run "foreword init" to get a template.',
    )
  }
  if (planned.missing === 'warn') {
    diagnostics.push(diagnostic('source-missing', 'warning', `none found of: ${looked}`, planned.id))
  }
  return {
    id: planned.id,
    heading: planned.heading,
    reason: 'missing',
    why: 'no source found',
    source: null,
    size: 0,
    redactions: {},
  }
}

function reduceTools(
  plan: Plan,
  planned: PlannedSection,
  sources: readonly PacketSource[],
  tools: Pick<Tools, 'count' | 'outline'>,
): ReduceTools {
  const paths = sources.map((source) => source.path).join(', ')
  return {
    count: tools.count,
    outline: tools.outline,
    marker: plan.render.cut_marker,
    atoms: [plan.redact.marker],
    reference: `- ${planned.about ?? planned.heading}: ${paths}`,
  }
}

interface Step {
  readonly toolbox: ReduceTools
  readonly reductions: Reduction[]
  readonly diagnostics: Diagnostic[]
  readonly decide: (stage: Decision['stage'], detail: string) => void
}

function applyDecay(
  plan: Plan,
  planned: PlannedSection,
  lines: readonly Line[],
  step: Step & { sources: readonly PacketSource[]; tools: Tools; aging: Aging[] },
) {
  const { path, date, basis } = step.sources[0]!
  const ageDays = date === null ? null : ageInDays(date, step.tools.now)
  if (date !== null && basis !== null && ageDays !== null)
    step.aging.push({ path, date, basis, days: ageDays })
  if (planned.decay === null) return { lines, ageDays, strategy: 'full' }
  const age = planned.decay.by === 'days' ? ageDays : (plan.ages[planned.decay.by] ?? 0)
  const { call, name } = decayStep(planned.decay, age ?? 0)
  const origin = planned.decay.by === 'days' ? ` (${date}, from the ${basis})` : ''
  step.decide('decay', `age ${age} ${planned.decay.by}${origin}: ${name}, by ${call.name}`)
  const reduced = reduce(lines, call, step.toolbox)
  // A document without the parts an extract wants is not thereby empty.
  const kept = reduced.length === 0 && call.name !== 'drop' ? lines : reduced
  note(lines, kept, call.name, 'age', step)
  return { lines: kept, ageDays, strategy: name }
}

function applyCap(planned: PlannedSection, lines: readonly Line[], step: Step): readonly Line[] {
  const size = step.toolbox.count(joinLines(lines))
  step.decide('cap', `${size} of ${planned.cap ?? 'no cap'}`)
  if (planned.cap === null || size <= planned.cap) return lines
  if (planned.overCap === 'keep') {
    const detail = `${size} is over its cap of ${planned.cap} and is kept whole`
    step.diagnostics.push(diagnostic('over-cap', 'warning', detail, planned.id))
    return lines
  }
  const cut = reduce(lines, reducerOf(`head(${planned.cap})`), step.toolbox)
  note(lines, cut, 'head', 'cap', step)
  return cut
}

function declare(lines: readonly Line[], { toolbox, reductions, decide }: Step): readonly Line[] {
  decide('deliver', 'declared by its address only')
  const size = toolbox.count(joinLines(lines))
  const reference = `${toolbox.reference} (${size})`
  const declared = reduce(lines, reducerOf('reference'), { ...toolbox, reference })
  reductions.push({
    by: 'reference',
    why: 'delivery',
    before: size,
    after: toolbox.count(joinLines(declared)),
  })
  return declared
}

function note(
  lines: readonly Line[],
  kept: readonly Line[],
  by: string,
  why: Reduction['why'],
  step: Pick<Step, 'toolbox' | 'reductions'>,
): void {
  const before = step.toolbox.count(joinLines(lines))
  const after = step.toolbox.count(joinLines(kept))
  if (joinLines(lines) !== joinLines(kept)) step.reductions.push({ by, why, before, after })
}

interface Shortening {
  readonly plan: Plan
  readonly by: string
  readonly why: Reduction['why']
  readonly tools: Tools
}

/** Shortens a finished section further; null when nothing is left of it. */
export function shorten(section: PacketSection, { plan, by, why, tools }: Shortening): PacketSection | null {
  const planned = plan.sections.find((one) => one.id === section.id)!
  const call = reducerOf(by)
  const toolbox = reduceTools(plan, planned, section.sources, tools)
  const lines = reduce(section.beforeCap ?? section.lines, call, toolbox)
  const size = tools.count(joinLines(lines))
  if (lines.length === 0) return null
  if (size >= section.size) return section
  const reductions = [...section.reductions, { by: call.name, why, before: section.size, after: size }]
  return { ...section, lines, size, reductions }
}
