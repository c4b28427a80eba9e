import { type Document, findOwnDate, markFences, type Outline } from '../document/index.ts'
import type { Plan, PlannedSection } from '../plan/index.ts'
import { hiddenKinds, type Redacted, type Redactor, splitRedactedLines } from '../redact/index.ts'
import {
  calendarDate,
  type Diagnostic,
  type Found,
  joinLines,
  makeDiagnostic,
  mapToSourceLine,
  type SourceLine,
} from '../values/index.ts'
import type { PacketSource } from './packet.ts'
import type { AssembleDeps } from './tools.ts'

interface Notes {
  readonly redactions: Record<string, number>
  readonly diagnostics: Diagnostic[]
}

/** Whether nothing of a section depends on the parts of its documents, or on how old they are. */
export function isUnshaped(planned: PlannedSection): boolean {
  return !isAging(planned) && planned.sources.every((one) => one.shape === 'whole')
}

/** Whether a bundle has only the beginning of a document, whatever its cap: what was read of the end stands somewhere else. */
export function hasOnlyBeginning(
  { plan, planned }: { plan: Plan; planned: PlannedSection },
  found: Found,
): boolean {
  return found.gap !== undefined && plan.bundle !== null && isUnshaped(planned)
}

function isAging({ decay, stalenessDays }: PlannedSection): boolean {
  return decay?.by === 'days' || stalenessDays !== null
}

/** What a document looks like in which nobody looks for anything. */
const unread: Outline = { bodyStart: 0, fields: [], blocks: [], fences: [] }

/** Redaction first: nothing after this line ever sees the text as it was. */
export function readDocument(
  { plan, planned, tools }: { plan: Plan; planned: PlannedSection; tools: AssembleDeps },
  found: Found,
  notes: Notes,
) {
  const clean = tools.redactor.redact(found.text, findGapLine(found))
  countHits(clean, notes.redactions)
  const { text: path } = tools.redactor.redact(found.path)
  if (found.gap !== undefined) {
    const detail = `${path} is large: its beginning and end were read, ${found.gap.skippedBytes} bytes between were not`
    notes.diagnostics.push(makeDiagnostic('source-windowed', 'warning', detail, planned.id))
  }
  if (found.hardLinked) {
    const detail = `${path} has another name on this disk (a hard link), which may lie outside of the project`
    notes.diagnostics.push(makeDiagnostic('source-hard-link', 'note', detail, planned.id))
  }
  // A bundle tells no dates, and what stands in it as it is written has no parts: parsing it would take longer than all the rest.
  const outline = plan.bundle !== null && isUnshaped(planned) ? unread : tools.outline(clean.text)
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

function fallbackDate(found: Found): { date: string; basis: 'commit' | 'mtime' } {
  return found.committedAt === undefined
    ? { date: calendarDate(found.modifiedAt)!, basis: 'mtime' }
    : { date: calendarDate(found.committedAt)!, basis: 'commit' }
}

/** Where text is missing in what was read of a large file. */
export function findGapLine(found: Found): number | undefined {
  return found.gap === undefined ? undefined : offsetOfLine(found.text, found.gap.afterLine)
}

function countHits({ hits }: Redacted, redactions: Record<string, number>): void {
  for (const { rule } of hits) redactions[rule] = (redactions[rule] ?? 0) + 1
}

/** A mark at the beginning, another line end: nothing hides in them. */
const harmless = new Set(['byte-order-mark', 'soft-hyphen', 'line-end'])

function noteHidden({ hidden }: Redacted, path: string, planned: PlannedSection, notes: Notes): void {
  const kinds = (Object.keys(hidden) as (keyof typeof hiddenKinds)[]).filter((kind) => !harmless.has(kind))
  if (kinds.length === 0) return
  const list = kinds.map((kind) => `${hidden[kind]} × ${hiddenKinds[kind]}`).join(', ')
  notes.diagnostics.push(
    makeDiagnostic('hidden-text', 'warning', `taken out of ${path}: ${list}`, planned.id),
  )
}

function offsetOfLine(text: string, line: number): number {
  let at = 0
  for (let i = 0; i < line; i++) at = text.indexOf('\n', at) + 1
  return at
}

/** Taking markup off can put the halves of a token together: what was shaped is looked at once more, where it can still be mended. */
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
