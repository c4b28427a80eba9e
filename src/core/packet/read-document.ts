import { type Document, findOwnDate, markFences, type Outline } from '../document/index.ts'
import type { Plan, PlannedSection } from '../plan/index.ts'
import { hiddenKinds, type Redacted, type Redactor, splitRedactedLines } from '../redact/index.ts'
import {
  type Diagnostic,
  type FoundSource,
  findCalendarDate,
  joinLines,
  makeDiagnostic,
  mapToSourceLine,
  type SourceLine,
} from '../values/index.ts'
import type { AssembleDeps } from './assemble-deps.ts'
import type { PacketSource } from './packet.ts'

interface Notes {
  readonly redactions: Record<string, number>
  readonly diagnostics: Diagnostic[]
}

/** Whether a section depends neither on the structure of its documents nor on their age. */
export function isUnshaped(planned: PlannedSection): boolean {
  return !isAging(planned) && planned.sources.every(({ shape }) => shape === 'whole')
}

/** Whether a bundle shows only the beginning of a large document, because the end that was read does not follow it. */
export function hasOnlyBeginning(
  { plan, planned }: { plan: Plan; planned: PlannedSection },
  found: FoundSource,
): boolean {
  return found.gap !== undefined && plan.bundle !== null && isUnshaped(planned)
}

function isAging({ decay, stalenessDays }: PlannedSection): boolean {
  return decay?.by === 'days' || stalenessDays !== null
}

/** The outline of a document whose structure is not needed. */
const emptyOutline: Outline = { bodyStart: 0, fields: [], blocks: [], fences: [] }

/** Redacts first, so that no later step sees the original text. */
export function readDocument(
  { plan, planned, deps }: { plan: Plan; planned: PlannedSection; deps: AssembleDeps },
  found: FoundSource,
  notes: Notes,
) {
  const clean = deps.redactor.redact(found.text, findGapLine(found))
  countHits(clean, notes.redactions)
  const { text: path } = deps.redactor.redact(found.path)
  if (found.gap !== undefined) {
    const detail = `${path} is large: its beginning and end were read, ${found.gap.skippedBytes} bytes between were not`
    notes.diagnostics.push(makeDiagnostic('source-windowed', 'warning', detail, planned.id))
  }
  if (found.hardLinked) {
    const detail = `${path} has another name on this disk (a hard link), which may lie outside of the project`
    notes.diagnostics.push(makeDiagnostic('source-hard-link', 'note', detail, planned.id))
  }
  // A bundle has no dates, and whole documents need no structure. Parsing them would take longer than all other steps.
  const outline = plan.bundle !== null && isUnshaped(planned) ? emptyOutline : deps.outline(clean.text)
  const { gap } = found
  const read = splitRedactedLines(clean)
  const kept = hasOnlyBeginning({ plan, planned }, found)
    ? read.filter(({ at }) => at <= gap!.afterLine)
    : read
  const lines = kept.map((line) => ({ text: line.text, at: mapToSourceLine(gap, line.at) }))
  const dated =
    findOwnDate(outline, found.path) ?? (isAging(planned) ? fallbackDate(found) : { date: null, basis: null })
  const document: Document = {
    lines: markFences(lines, outline),
    outline,
    date: dated.basis === 'mtime' ? null : dated.date,
  }
  noteHidden(clean, path, planned, notes)
  const source: PacketSource = { path, digest: found.digest, bytes: found.bytes, ...dated }
  return { document, source }
}

function fallbackDate(found: FoundSource): { date: string; basis: 'commit' | 'mtime' } {
  return found.committedAt === undefined
    ? { date: findCalendarDate(found.modifiedAt)!, basis: 'mtime' }
    : { date: findCalendarDate(found.committedAt)!, basis: 'commit' }
}

/** Returns the offset of the gap in the text of a large file. */
export function findGapLine(found: FoundSource): number | undefined {
  return found.gap === undefined ? undefined : findLineOffset(found.text, found.gap.afterLine)
}

function countHits({ hits }: Redacted, redactions: Record<string, number>): void {
  for (const { rule } of hits) redactions[rule] = (redactions[rule] ?? 0) + 1
}

/** Invisible characters that cannot hide text. */
const harmless = new Set(['byte-order-mark', 'soft-hyphen', 'line-end'])

function noteHidden({ hidden }: Redacted, path: string, planned: PlannedSection, notes: Notes): void {
  const kinds = (Object.keys(hidden) as (keyof typeof hiddenKinds)[]).filter((kind) => !harmless.has(kind))
  if (kinds.length === 0) return
  const list = kinds.map((kind) => `${hidden[kind]} × ${hiddenKinds[kind]}`).join(', ')
  notes.diagnostics.push(
    makeDiagnostic('hidden-text', 'warning', `taken out of ${path}: ${list}`, planned.id),
  )
}

function findLineOffset(text: string, line: number): number {
  let at = 0
  for (let i = 0; i < line; i++) at = text.indexOf('\n', at) + 1
  return at
}

/** Redacts shaped lines again, because removing markup can join the halves of a token. */
export function redactLines(
  lines: readonly SourceLine[],
  redactor: Redactor,
  redactions: Record<string, number>,
): readonly SourceLine[] {
  const clean = redactor.redact(joinLines(lines))
  if (clean.hits.length === 0) return lines
  countHits(clean, redactions)
  return splitRedactedLines(clean).map(({ text, at }) => ({ ...lines[at - 1]!, text }))
}
