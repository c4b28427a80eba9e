import { computeAgeInDays, dropUnfilledLines, reduceLines, shapeDocument } from '../document/index.ts'
import { parseCheckedReducer, type Shape } from '../manifest/index.ts'
import { formatSourceUri, type Plan, type PlannedSection } from '../plan/index.ts'
import { assertNever, isPlainObject, makeDiagnostic, type SourceLine } from '../values/index.ts'
import type { AssembleDeps } from './assemble-deps.ts'
import type { AssemblyNotes, PacketSection, PacketSource, SectionReading } from './packet.ts'
import { hasOnlyBeginning, readDocument, redactLines } from './read-document.ts'
import { neutraliseRoles } from './render/neutralise.ts'
import { makeReducerDeps, type SectionDraft } from './section-draft.ts'

export interface SectionInput {
  readonly plan: Plan
  readonly planned: PlannedSection
  readonly reading: SectionReading
  readonly deps: AssembleDeps
  readonly notes: AssemblyNotes
}

/** Redacts and then shapes every document. */
export function shapeSection(work: SectionInput, redactions: Record<string, number>): SectionDraft {
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
    const { lines: shapedLines, diagnostics } = shapeDocument(document, shape, planned.id)
    // A document that is read by its address is shown as it is.
    const lines = shape === 'whole' ? shapedLines : keepFilledLines(work, shapedLines, source.path)
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

/** Placeholders of a template are not facts, so they are named in a warning instead of sent. */
function keepFilledLines(
  { planned, notes }: SectionInput,
  lines: readonly SourceLine[],
  path: string,
): readonly SourceLine[] {
  const { lines: filled, unfilled } = dropUnfilledLines(lines)
  if (unfilled.length === 0) return lines
  const first = unfilled.slice(0, 5).join(', ')
  const more = unfilled.length > 5 ? ` and ${unfilled.length - 5} more` : ''
  const detail = `${path} has placeholders of a template in line ${first}${more}: fill them in, or remove them`
  notes.diagnostics.push(makeDiagnostic('unfilled-template', 'warning', detail, planned.id))
  return filled
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
