import { isBundleWithKeys, type SectionReading } from '../../../core/packet/index.ts'
import {
  type Attempt,
  type DocumentLimits,
  type DocumentSelection,
  limitRefusedDocuments,
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
} from './choose-within-limits.ts'

export interface SelectedDocuments {
  /** The plan with one section per document. */
  readonly plan: Plan
  readonly readings: readonly SectionReading[]
  readonly account: DocumentSelection
}

const noLimits: DocumentLimits = { documents: null, excerpt: null }

/** Chooses the documents of a plan and makes each a section. Larger limits are tried only if a required tier stays empty for lack of room. */
export async function selectDocuments(plan: Plan, deps: CandidateDeps): Promise<SelectedDocuments> {
  const gathered: SectionCandidates[] = []
  // Sequential, because a later section reuses the active document that an earlier section found.
  for (const section of plan.sections) {
    gathered.push(
      section.each === null
        ? { section, reading: await readSection(section, deps, plan.intent) }
        : await gatherCandidates(section, deps),
    )
  }
  refuseOverwriting(plan, gathered, deps.reader)
  const attempts: Attempt[] = []
  let choice: DocumentChoice | undefined
  for (const { name, ...limits } of plan.attempts.length > 0
    ? plan.attempts
    : [{ name: 'none', ...noLimits }]) {
    choice = chooseWithinLimits(plan, gathered, limits)
    attempts.push({ name, ...limits, success: choice.success })
    if (choice.success || !choice.wantsRoom) break
  }
  const expanded = expandPlan(plan, gathered, choice!, attempts)
  const readings = await noteUntrusted(expanded.readings, deps)
  return { plan: expanded.plan, readings, account: buildAccount(gathered, choice!, attempts) }
}

/**
 * Refuses an output file that is an input of the bundle, because writing would destroy it. An earlier bundle among the candidates is not
 * an input and may be replaced.
 */
function refuseOverwriting(plan: Plan, gathered: readonly SectionCandidates[], reader: SourceReader): void {
  const { bundle, externalRules } = plan
  const output = bundle?.output ?? null
  if (bundle === null || output === null) return
  const inputs = gathered.flatMap((group) => {
    if ('reading' in group) return group.reading.found.map(({ path }) => path)
    const { order } = group.section.each ?? {}
    return order == null ? [] : [order.register]
  })
  const files = bundle.adapters.flatMap(({ name, file }) =>
    file === null ? (externalRules.adapters[name]?.file ?? []) : [],
  )
  const isInput = [...inputs, ...files].some((path) => path.replace(/^(\.\/)+/, '') === output)
  const isCandidate = gathered.some(
    (group) => 'candidates' in group && group.candidates.some(({ path }) => path === output),
  )
  if (!isInput && !(isCandidate && !isOwn(readWhole(reader, output), bundle.template))) return
  const message = `"${output}" is a document that the bundle is made of; nothing was written.`
  throw new Refusal('not-writable', message, 'Choose another path for the bundle.')
}

function isOwn(seen: Observation, template: unknown): boolean {
  return seen.state === 'found' && isBundleWithKeys(seen.text, Object.keys(template ?? {}))
}

function buildAccount(
  gathered: readonly SectionCandidates[],
  choice: DocumentChoice,
  attempts: readonly Attempt[],
): DocumentSelection {
  const { picked, parts, refused } = choice
  const asked = gathered.flatMap((group) => ('asked' in group ? group.asked : []))
  return limitRefusedDocuments({
    attempts,
    parts,
    refused,
    refusedCount: refused.length,
    asked: asked.map((source) => ({
      ...source,
      selected: picked.filter(({ found }) => found.facts?.by === source.by).length,
    })),
  })
}

function expandPlan(
  plan: Plan,
  gathered: readonly SectionCandidates[],
  choice: DocumentChoice,
  attempts: readonly Attempt[],
) {
  const excerpt = attempts.at(-1)!.excerpt
  const sections: PlannedSection[] = []
  const skipped = [...plan.skipped]
  const readings: SectionReading[] = []
  const diagnostics = [
    ...plan.diagnostics,
    ...makeDiagnostics(plan, gathered, choice, attempts[0]!.documents),
  ]
  for (const group of gathered) {
    const { section } = group
    const capped = { ...section, cap: minNullable(section.cap, excerpt) }
    if ('reading' in group) {
      sections.push(capped)
      readings.push(group.reading)
      continue
    }
    const tried = [...group.tried, ...(choice.unread.get(section.id) ?? [])]
    const own = choice.picked.filter((pick) => pick.section === section)
    const noRoom = choice.refused.find((other) => other.section === section.id && other.reason === 'room')
    if (own.length === 0 && noRoom !== undefined) {
      const looked = section.sources.map((source) => `${source.scheme}:${source.pattern}`)
      skipped.push({ id: section.id, heading: section.heading, why: noRoom.why, looked })
    } else if (own.length === 0) {
      sections.push(capped)
      readings.push({ section: section.id, source: null, found: [], tried, places: group.places })
    }
    for (const [i, pick] of own.entries()) {
      const planned = planDocumentSection(plan, capped, pick)
      sections.push(planned)
      // Failed sources are reported with the first document only.
      const met = i === 0 ? { tried, places: group.places } : { tried: [] }
      readings.push({ section: planned.id, of: section.id, source: 0, found: [pick.found], ...met })
    }
  }
  return { plan: { ...plan, sections, skipped, diagnostics }, readings }
}

function planDocumentSection(
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

function minNullable(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

/** Makes diagnostics about the choice. `asked` is the number of documents that the request asked for. */
function makeDiagnostics(
  { needs, tiers }: Plan,
  gathered: readonly SectionCandidates[],
  { parts, refused }: DocumentChoice,
  asked: number | null,
): Diagnostic[] {
  const met = gathered.flatMap((group) => ('diagnostics' in group ? group.diagnostics : []))
  const isReserved = ({ tier }: TierShare) => typeof tiers[tier]?.documents === 'number'
  const over = parts.filter((part) => asked !== null && isReserved(part) && part.used > asked)
  const full = parts.flatMap((part) => {
    const names = refused
      .filter((document) => document.tier === part.tier && isLeftOver(document))
      .map(({ path }) => path)
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
        const detail = `${formatCount(names.length, 'more document')} could be in ${tier}, which has ${used}: ${joinNames(names)}`
        return makeDiagnostic('partition-full', 'note', detail)
      }
      const detail = `${tier} is needed and has none: there is no room for the ${formatCount(names.length, 'document')} that it could have`
      return makeDiagnostic('partition-empty', 'warning', detail)
    }),
  ]
}

/** Whether a larger limit would have included the document. */
function isLeftOver({ reason }: RefusedDocument): boolean {
  return reason === 'room' || reason === 'most'
}

/** The most names that a receipt can hold. */
const maxListed = 100

function joinNames(names: readonly string[]): string {
  const more = names.length - maxListed
  return `${names.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
