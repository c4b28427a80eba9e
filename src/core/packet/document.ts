import { type Document, markFences, ownDate } from '../document/index.ts'
import type { Plan, PlannedSection } from '../plan/index.ts'
import { redact, redactedLines, rulesFor } from '../redact/index.ts'
import {
  calendarDate,
  type Diagnostic,
  diagnostic,
  type Found,
  joinLines,
  type Line,
  sourceLine,
} from '../values/index.ts'
import type { PacketSource } from './packet.ts'
import type { Tools } from './tools.ts'

interface Notes {
  readonly redactions: Record<string, number>
  readonly diagnostics: Diagnostic[]
}

/** Redaction first: nothing after this line ever sees the text as it was. */
export function readDocument(plan: Plan, planned: PlannedSection, found: Found, tools: Tools, notes: Notes) {
  const gapAt = found.gap === undefined ? undefined : offsetOfLine(found.text, found.gap.afterLine)
  const clean = redact(found.text, { rules: rulesFor(plan.redact.add), marker: plan.redact.marker, gapAt })
  for (const hit of clean.hits) notes.redactions[hit.rule] = (notes.redactions[hit.rule] ?? 0) + 1
  if (found.gap !== undefined) {
    const detail = `${found.path} is large: its beginning and end were read, ${found.gap.skippedBytes} bytes between were not`
    notes.diagnostics.push(diagnostic('source-windowed', 'warning', detail, planned.id))
  }
  const outline = tools.outline(clean.text)
  const lines = redactedLines(clean).map((line) => ({ text: line.text, at: sourceLine(found.gap, line.at) }))
  const byDays = planned.decay?.by === 'days'
  const dated = ownDate(outline, found.path) ?? (byDays ? fallbackDate(found) : { date: null, basis: null })
  const document: Document = {
    lines: markFences(lines, outline),
    outline,
    date: dated.basis === 'mtime' ? null : dated.date,
  }
  const { text: path } = redact(found.path, { rules: rulesFor(plan.redact.add), marker: plan.redact.marker })
  const source: PacketSource = { path, digest: found.digest, bytes: found.bytes, ...dated }
  return { document, source }
}

function fallbackDate(found: Found): { date: string; basis: 'commit' | 'mtime' } {
  return found.committedAt === undefined
    ? { date: calendarDate(found.modifiedAt)!, basis: 'mtime' }
    : { date: calendarDate(found.committedAt)!, basis: 'commit' }
}

function offsetOfLine(text: string, line: number): number {
  let at = 0
  for (let i = 0; i < line; i++) at = text.indexOf('\n', at) + 1
  return at
}

/** Taking markup off can put the halves of a token together: what was shaped is looked at once more, where it can still be mended. */
export function redactLines(
  lines: readonly Line[],
  plan: Plan,
  redactions: Record<string, number>,
): readonly Line[] {
  const options = { rules: rulesFor(plan.redact.add), marker: plan.redact.marker }
  if (redact(joinLines(lines), options).hits.length === 0) return lines
  return lines.map((line) => {
    const { text, hits } = redact(line.text, options)
    for (const hit of hits) redactions[hit.rule] = (redactions[hit.rule] ?? 0) + 1
    return hits.length === 0 ? line : { ...line, text }
  })
}
