import { computeAgeInDays, reduceLines, shapeDocument } from '../document/index.ts'
import { parseCheckedReducer, type Shape } from '../manifest/index.ts'
import { formatSourceUri, type Plan, type PlannedSection, type PlannedSource } from '../plan/index.ts'
import { RedactionFailure } from '../redact/index.ts'
import {
  assertNever,
  type Diagnostic,
  isPlainObject,
  joinLines,
  makeDiagnostic,
  Refusal,
  type SourceLine,
} from '../values/index.ts'
import type { AssembleDeps } from './assemble-deps.ts'
import { findUnusableReason } from './document-state.ts'
import type { AssemblyNotes, OmittedSection, PacketSection, PacketSource, SectionReading } from './packet.ts'
import { hasOnlyBeginning, readDocument, redactLines } from './read-document.ts'
import { neutraliseRoles } from './render/neutralise.ts'
import { formatSources } from './render-unswept-packet.ts'
import {
  applyCap,
  applyDecay,
  type DecayResult,
  declareSection,
  makeReducerDeps,
  type SectionDraft,
} from './section-draft.ts'
import { describeFound, describeTried } from './texts-to-redact.ts'

export interface SectionInput {
  readonly plan: Plan
  readonly planned: PlannedSection
  readonly reading: SectionReading
  readonly deps: AssembleDeps
  readonly notes: AssemblyNotes
}

/** Builds a section from its readings: redact, shape, decay, cap, in this order. */
export function buildSection(work: SectionInput): PacketSection | OmittedSection {
  const { planned, notes, deps } = work
  noteReading(work)
  if (work.reading.source === null) return missing(planned, work.reading, notes.diagnostics)
  const redactions: Record<string, number> = {}
  const draft = leaveOutUnsafe(work, () => makeDraft(work, redactions))
  if ('reason' in draft) return draft
  const whole = joinLines(draft.lines)
  const leaveOut = (reason: OmittedSection['reason'], why: string): OmittedSection => {
    const size = reason === 'empty' ? 0 : deps.count(whole)
    return {
      id: planned.id,
      heading: planned.heading,
      tier: planned.tier,
      reason,
      why,
      source: formatSources(draft.sources),
      sources: draft.sources,
      looked: [],
      size,
      redactions,
    }
  }
  // A document that is read by its address is shown as it is, even if it has only a title.
  const nothing = planned.sources.every(({ shape }) => shape === 'whole') ? /^\s*$/ : /^\s*(#{1,6}\s.*)?$/
  if (draft.lines.every((line) => nothing.test(line.text))) {
    const detail = `${formatSources(draft.sources)} holds nothing for this section`
    if (planned.missing === 'fail') {
      if (draft.address !== null)
        throw refuseEmptyAddress(draft.address, `${detail.replace('this section', 'it')}.`)
      const fix = 'Write something into it, or take it away so that the next source is used.'
      throw new Refusal('source-missing', `Section ${planned.heading} is required, and ${detail}.`, fix)
    }
    const severity = draft.address !== null && planned.missing === 'skip' ? 'note' : 'warning'
    notes.diagnostics.push(makeDiagnostic('section-empty', severity, detail, planned.id))
    return leaveOut('empty', 'no content')
  }
  const aged = applyDecay(draft)
  if (aged.lines.length === 0) return leaveOut('aged', `older than its last step of decay`)
  const capped = applyCap(aged)
  if (capped.lines.length === 0)
    return leaveOut('over-budget', `its cap of ${planned.cap} holds nothing of it`)
  const declared = planned.delivery === 'declare'
  const beforeCap = declared || capped.lines === aged.lines ? null : aged.lines
  return finishSection(declared ? declareSection(capped) : capped, beforeCap, redactions)
}

/** Leaves a section out if a redaction rule failed on it. */
function leaveOutUnsafe(work: SectionInput, make: () => SectionDraft): SectionDraft | OmittedSection {
  try {
    return make()
  } catch (failure) {
    if (!(failure instanceof RedactionFailure)) throw failure
    const { planned, reading, notes } = work
    const source = reading.found[0]!
    const { text: path } = work.deps.redactor.redact(source.path)
    const detail = `${path} ${failure.message}`
    if (planned.protected || planned.missing === 'fail') {
      const fix = 'Make the file smaller, or remove patterns from the manifest.'
      throw new Refusal(
        'source-missing',
        `Section ${planned.heading} is required, and its source ${detail}.`,
        fix,
      )
    }
    notes.diagnostics.push(makeDiagnostic('redaction-failed', 'error', detail, planned.id))
    const nothing = { source: path, sources: [], looked: [], size: 0, redactions: {} }
    return {
      id: planned.id,
      heading: planned.heading,
      tier: planned.tier,
      reason: 'unsafe',
      why: 'could not be redacted',
      ...nothing,
    }
  }
}

function finishSection(
  draft: DecayResult,
  beforeCap: PacketSection['beforeCap'],
  redactions: PacketSection['redactions'],
): PacketSection {
  const { planned, deps, sources, address, lines, ageDays, strategy, reductions } = draft
  const { id, heading, tier, authority, cap } = planned
  const size = deps.count(joinLines(lines))
  const { labels, facts } = draft
  const fixed = { id, heading, tier, authority, cap, protected: planned.protected, labels, facts }
  return { ...fixed, sources, address, ageDays, strategy, lines, beforeCap, size, reductions, redactions }
}

function noteReading({ planned, reading, deps, notes: { diagnostics, decisions } }: SectionInput): void {
  const section = reading.of ?? planned.id
  // Redact file names, because they may contain secrets.
  const clean = (text: string) => deps.redactor.redact(text).text
  const reported = new Set<string>()
  // readDocumentState reports an existing document that is not JSON.
  const isReported = isUnusable(planned, reading)
  for (const tried of reading.tried) {
    decisions.push({ stage: 'read', section, detail: clean(describeTried(tried)) })
    // Two patterns may match the same bad file.
    if (tried.state !== 'unavailable' || reported.has(tried.detail) || isReported) continue
    reported.add(tried.detail)
    diagnostics.push(makeDiagnostic(`source-${tried.reason}`, 'warning', clean(tried.detail), section))
  }
  for (const found of reading.found) {
    decisions.push({ stage: 'read', section, detail: clean(describeFound(found)) })
  }
  if (reading.source === null) {
    decisions.push({ stage: 'read', section, detail: `no source resolved; missing: ${planned.missing}` })
  }
}

/** Redacts and then shapes every document. */
function makeDraft(work: SectionInput, redactions: Record<string, number>): SectionDraft {
  const { plan, planned, reading, deps, notes } = work
  const documentNotes = { redactions, diagnostics: notes.diagnostics }
  const documents = reading.found.map((found) => readDocument(work, found, documentNotes))
  const sources = documents.map(({ source }) => source)
  noteStale(work, sources)
  const from = planned.sources[reading.source!]!
  const { shape } = from
  const address = from.address === null ? null : formatSourceUri(from)
  const form = describeShape(shape)
  const reducerDeps = makeReducerDeps({ plan, planned, sources, address, deps })
  const shaped = documents.map(({ document, source }) => {
    const { lines, diagnostics } = shapeDocument(document, shape, planned.id)
    for (const diagnostic of diagnostics) notes.diagnostics.push(diagnostic)
    const written = document.lines.filter((line) => line.text.trim() !== '').length
    const detail = `${form}; ${countDistinctLines(lines)} of ${written} lines of ${source.path}`
    notes.decisions.push({ stage: 'shape', section: planned.id, detail })
    // The shape `whole` removes no markup, so it cannot join the halves of a token.
    const clean = (shape === 'whole' ? lines : redactLines(lines, deps.redactor, redactions)).map((line) => ({
      ...line,
      text: neutraliseRoles(line.text),
    }))
    return { path: source.path, lines: reduceLines(clean, parseCheckedReducer('full'), reducerDeps) }
  })
  for (const [rule, count] of Object.entries(redactions)) {
    notes.decisions.push({ stage: 'redact', section: planned.id, detail: `${rule}: ${count}` })
  }
  return {
    plan,
    planned,
    deps,
    notes,
    sources,
    address,
    labels: planned.labels,
    facts: {
      ...redactFacts(reading.found[0]?.facts, deps),
      ...(reading.found.some((found) => hasOnlyBeginning(work, found)) && { partial: true }),
    },
    lines: joinDocuments(shaped, isOneLine(shape) ? [] : shape === 'whole' ? between : [blank]),
    reductions: [],
  }
}

/** Redacts the facts of a source outside of the project. */
function redactFacts(
  facts: Readonly<Record<string, unknown>> | undefined,
  deps: AssembleDeps,
): PacketSection['facts'] {
  if (facts === undefined) return {}
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return deps.redactor.redact(value).text
    if (Array.isArray(value)) return value.map(clean)
    if (!isPlainObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]))
  }
  return clean(facts) as PacketSection['facts']
}

/** Adds a warning with the age of each stale document. The document is sent anyway. */
function noteStale({ planned, deps, notes }: SectionInput, sources: readonly PacketSource[]): void {
  const limit = planned.stalenessDays
  if (limit === null) return
  for (const { path, date, basis } of sources) {
    const days = date === null ? null : computeAgeInDays(date, deps.now)
    if (date === null || basis === null || days === null) continue
    notes.aging.push({ path, date, basis, days })
    if (days <= limit) continue
    const detail = `${path} is ${days} days old (${date}, from the ${basis}); after ${limit} days it may no longer hold`
    notes.diagnostics.push(makeDiagnostic('stale', 'warning', detail, planned.id))
  }
}

function describeShape(shape: Shape): string {
  if (typeof shape === 'string') return shape
  if ('digest' in shape) return 'digest'
  if ('fields' in shape) return `fields, rest: ${shape.rest}`
  return assertNever(shape)
}

/** Whether each document becomes one line. */
function isOneLine(shape: Shape): boolean {
  return shape === 'titles' || (typeof shape === 'object' && 'digest' in shape)
}

/** Counts the source lines that these lines came from. */
function countDistinctLines(lines: readonly SourceLine[]): number {
  return new Set(lines.filter((line) => line.at > 0 && line.text.trim() !== '').map((line) => line.at)).size
}

interface ShapedDocument {
  readonly path: string
  readonly lines: readonly SourceLine[]
}

const blank: SourceLine = { text: '', at: 0 }
/** Joins whole documents. Without the first blank line, the rule would turn the line above it into a heading. */
const between: readonly SourceLine[] = [blank, { text: '---', at: 0 }, blank]

/** Joins documents. If there are several, each line gets the path of its document. */
function joinDocuments(
  documents: readonly ShapedDocument[],
  separator: readonly SourceLine[],
): readonly SourceLine[] {
  const filled = documents.filter(({ lines }) => lines.length > 0)
  return filled.flatMap(({ lines, path }, i) => {
    const own = documents.length === 1 ? lines : lines.map((line) => ({ ...line, path }))
    return i === 0 ? own : [...separator, ...own]
  })
}

function refuseEmptyAddress(address: string, why: string, fix?: string): Refusal {
  return new Refusal('unknown-address', `There is nothing at ${address}: ${why}`, fix)
}

/** Whether a document that must be JSON exists and cannot be read. */
function isUnusable({ facts, each }: PlannedSection, { source, tried }: SectionReading): boolean {
  return facts !== null && each === null && source === null && findUnusableReason(tried) !== undefined
}

function missing(
  planned: PlannedSection,
  reading: SectionReading,
  diagnostics: Diagnostic[],
): OmittedSection {
  const place = (source: PlannedSource) =>
    source.address === null && source.scheme === 'file' ? source.pattern : formatSourceUri(source)
  const looked = planned.sources.map(place).join(', ') || 'no source'
  if (planned.missing === 'fail') {
    const trouble = reading.tried.flatMap((source) => (source.state === 'unavailable' ? [source.detail] : []))
    const reasons = trouble.length === 0 ? '' : ` ${trouble.join(' ')}`
    if (planned.sources[0]?.address != null) {
      const why = reading.tried.findLast(({ state }) => state === 'absent')
      if (why?.state === 'absent' && trouble.length === 0) {
        if (why.inactive === true)
          throw refuseEmptyAddress(formatSourceUri(planned.sources[0]), `${why.detail}.`, why.fix)
        throw new Refusal('unknown-address', why.detail, why.fix)
      }
      // A source that exists and cannot be read is not the same as a missing source.
      const fix = reading.tried.find(({ state }) => state === 'unavailable')
      const message = `${formatSourceUri(planned.sources[0])} cannot be read.${reasons}`
      throw new Refusal('source-missing', message, fix?.state === 'unavailable' ? fix.fix : undefined)
    }
    throw new Refusal(
      'source-missing',
      `Section ${planned.heading} is required and none of its sources was found: ${looked}.${reasons}`,
      'Create one of these files, give a placeholder another value with --var, or run "foreword init" to get a template.',
    )
  }
  const inactive = reading.tried.find((source) => source.state === 'absent' && source.inactive === true)
  if (inactive !== undefined && inactive.state === 'absent') {
    diagnostics.push(makeDiagnostic('source-inactive', 'note', inactive.detail, planned.id))
  } else if (planned.missing === 'warn' && !isUnusable(planned, reading)) {
    diagnostics.push(makeDiagnostic('source-missing', 'warning', `none found of: ${looked}`, planned.id))
  }
  const { id, heading, tier } = planned
  const none = {
    source: null,
    sources: [],
    size: 0,
    redactions: {},
    looked: planned.sources.map(formatSourceUri),
  }
  const nothing = isUnusable(planned, reading) ? 'it cannot be used' : 'no source found'
  const why = inactive?.state === 'absent' ? `inactive: ${inactive.detail}` : nothing
  return { id, heading, tier, reason: 'missing', why, ...none }
}
