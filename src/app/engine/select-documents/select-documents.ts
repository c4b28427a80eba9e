import { isBundleWithKeys, type SectionReading } from '../../../core/packet/index.ts'
import {
  type Attempt,
  type DocumentLimits,
  type DocumentSelection,
  nameFirstRefused,
  type Plan,
  type PlannedSection,
  type RefusedDocument,
  type TierShare,
} from '../../../core/plan/index.ts'
import {
  type Diagnostic,
  escapeGlob,
  fillTextTemplate,
  formatCount,
  makeDiagnostic,
  type Observation,
  Refusal,
} from '../../../core/values/index.ts'
import type { SourceReader } from '../../../ports/index.ts'
import { noteUntrusted, readSection, readWhole } from '../read-sources.ts'
import { type CandidateDeps, gatherCandidates } from './candidates.ts'
import {
  chooseWithinLimits,
  type DocumentChoice,
  type PickedDocument,
  type SectionCandidates,
} from './choose-documents.ts'

export interface SelectedDocuments {
  /** With a section for each document. */
  readonly plan: Plan
  readonly readings: readonly SectionReading[]
  readonly account: DocumentSelection
}

const noLimits: DocumentLimits = { documents: null, excerpt: null }

/** Chooses the documents of a plan, and makes each a section. More room is tried only where want of it keeps a tier empty. */
export async function selectDocuments(plan: Plan, tools: CandidateDeps): Promise<SelectedDocuments> {
  const gathered: SectionCandidates[] = []
  // One after the other: what one of them finds active, the next one need not look for.
  for (const section of plan.sections) {
    gathered.push(
      section.each === null
        ? { section, reading: await readSection(section, tools, plan.intent) }
        : await gatherCandidates(section, tools),
    )
  }
  refuseOverwriting(plan, gathered, tools.reader)
  const attempts: Attempt[] = []
  let choice: DocumentChoice | undefined
  for (const { name, ...limits } of plan.tries.length > 0 ? plan.tries : [{ name: 'none', ...noLimits }]) {
    choice = chooseWithinLimits(plan, gathered, limits)
    attempts.push({ name, ...limits, success: choice.success })
    if (choice.success || !choice.wantsRoom) break
  }
  const made = expanded(plan, gathered, choice!, attempts)
  const readings = await noteUntrusted(made.readings, tools)
  return { plan: made.plan, readings, account: accountOf(gathered, choice!, attempts) }
}

/**
 * A bundle that was written where documents are chosen from is none of them, and the next one may replace it. Anything else that a
 * bundle is made of would be lost with it.
 */
function refuseOverwriting(plan: Plan, gathered: readonly SectionCandidates[], reader: SourceReader): void {
  const { bundle, strangers } = plan
  const output = bundle?.output ?? null
  if (bundle === null || output === null) return
  const inputs = gathered.flatMap((one) => {
    if ('reading' in one) return one.reading.found.map(({ path }) => path)
    const { order } = one.section.each ?? {}
    return order == null ? [] : [order.register]
  })
  const files = bundle.adapters.flatMap(({ name, file }) =>
    file === null ? (strangers.adapters[name]?.file ?? []) : [],
  )
  const isInput = [...inputs, ...files].some((one) => one.replace(/^(\.\/)+/, '') === output)
  const isCandidate = gathered.some(
    (one) => 'candidates' in one && one.candidates.some(({ path }) => path === output),
  )
  if (!isInput && !(isCandidate && !isOwn(readWhole(reader, output), bundle.template))) return
  const message = `"${output}" is a document that the bundle is made of; nothing was written.`
  throw new Refusal('not-writable', message, 'Choose another path for the bundle.')
}

function isOwn(seen: Observation, template: unknown): boolean {
  return seen.state === 'found' && isBundleWithKeys(seen.text, Object.keys(template ?? {}))
}

function accountOf(
  gathered: readonly SectionCandidates[],
  choice: DocumentChoice,
  attempts: readonly Attempt[],
): DocumentSelection {
  const { picked, parts, refused } = choice
  const asked = gathered.flatMap((one) => ('asked' in one ? one.asked : []))
  return nameFirstRefused({
    attempts,
    parts,
    refused,
    refusedCount: refused.length,
    asked: asked.map((one) => ({
      ...one,
      selected: picked.filter(({ found }) => found.facts?.by === one.by).length,
    })),
  })
}

function expanded(
  plan: Plan,
  gathered: readonly SectionCandidates[],
  choice: DocumentChoice,
  attempts: readonly Attempt[],
) {
  const excerpt = attempts.at(-1)!.excerpt
  const sections: PlannedSection[] = []
  const skipped = [...plan.skipped]
  const readings: SectionReading[] = []
  const diagnostics = [...plan.diagnostics, ...troubles(plan, gathered, choice, attempts[0]!.documents)]
  for (const one of gathered) {
    const { section } = one
    const capped = { ...section, cap: smaller(section.cap, excerpt) }
    if ('reading' in one) {
      sections.push(capped)
      readings.push(one.reading)
      continue
    }
    const tried = [...one.tried, ...(choice.unread.get(section.id) ?? [])]
    const own = choice.picked.filter((pick) => pick.section === section)
    const noRoom = choice.refused.find((other) => other.section === section.id && other.reason === 'room')
    if (own.length === 0 && noRoom !== undefined) {
      const looked = section.sources.map((source) => `${source.scheme}:${source.pattern}`)
      skipped.push({ id: section.id, heading: section.heading, why: noRoom.why, looked })
    } else if (own.length === 0) {
      sections.push(capped)
      readings.push({ section: section.id, source: null, found: [], tried, places: one.places })
    }
    for (const [i, pick] of own.entries()) {
      const planned = sectionFor(plan, capped, pick)
      sections.push(planned)
      // What was met on the way is told once.
      const met = i === 0 ? { tried, places: one.places } : { tried: [] }
      readings.push({ section: planned.id, of: section.id, source: 0, found: [pick.found], ...met })
    }
  }
  return { plan: { ...plan, sections, skipped, diagnostics }, readings }
}

function sectionFor(
  plan: Plan,
  section: PlannedSection,
  { candidate, found }: PickedDocument,
): PlannedSection {
  const { source, path } = candidate
  const facts = { ...found.facts, section: section.id, intent: plan.intent, pattern: source.pattern, path }
  const labels = Object.entries(section.labels).map(
    ([name, text]) => [name, fillTextTemplate(text, facts)] as const,
  )
  return {
    ...section,
    id: `${section.id}/${path}`,
    heading: path,
    sources: [{ ...source, pattern: escapeGlob(path) }],
    each: null,
    labels: Object.fromEntries(labels),
  }
}

function smaller(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

/** What is worth knowing of how documents were chosen; `asked`: how many were asked for. */
function troubles(
  { needs, tiers }: Plan,
  gathered: readonly SectionCandidates[],
  { parts, refused }: DocumentChoice,
  asked: number | null,
): Diagnostic[] {
  const met = gathered.flatMap((one) => ('diagnostics' in one ? one.diagnostics : []))
  const isReserved = ({ tier }: TierShare) => typeof tiers[tier]?.documents === 'number'
  const over = parts.filter((part) => asked !== null && isReserved(part) && part.used > asked)
  const full = parts.flatMap((part) => {
    const names = refused.filter((one) => one.tier === part.tier && isLeftOver(one)).map(({ path }) => path)
    return names.length === 0 ? [] : [{ ...part, names }]
  })
  return [
    ...met,
    ...over.map(({ tier, used }) => {
      const detail = `${formatCount(used, 'document')} of ${tier} are there although ${asked} were asked for: they are reserved`
      return makeDiagnostic('partition-over', 'warning', detail)
    }),
    ...full.map(({ tier, names, used }) => {
      if (used > 0 || !needs.includes(tier)) {
        const detail = `${formatCount(names.length, 'more document')} could be in ${tier}, which has ${used}: ${listed(names)}`
        return makeDiagnostic('partition-full', 'note', detail)
      }
      const detail = `${tier} is needed and has none: there is no room for the ${formatCount(names.length, 'document')} that it could have`
      return makeDiagnostic('partition-empty', 'warning', detail)
    }),
  ]
}

/** It would have been there if there were more room. */
function isLeftOver({ reason }: RefusedDocument): boolean {
  return reason === 'room' || reason === 'most'
}

/** As many as a receipt can carry. */
const maxListed = 100

function listed(names: readonly string[]): string {
  const more = names.length - maxListed
  return `${names.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
