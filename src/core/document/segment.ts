import type { FieldRule } from '../manifest/index.ts'
import type { SourceLine } from '../values/index.ts'
import type { FieldFinding } from './find-field.ts'

/** The label of the lines before the first part, which describe the document as a whole. */
export const headerLabel = 'header'

/** The content that a rule found. */
export interface TakenField {
  readonly rule: FieldRule
  readonly finding: FieldFinding
  /** The canonical one-line value, for fields shown on one line. */
  readonly value: string
}

/** A title with the lines after or below it. */
export interface Segment {
  /** The label by which reducers select the lines. */
  readonly label: string
  /** The label that the packet shows above or before them; null for none. */
  readonly title: string | null
  readonly at: number
  readonly lines: readonly SourceLine[]
}

export function isInlineField(rule: FieldRule): boolean {
  return rule.as === 'line' || rule.as === 'date'
}

export function makeSegment({ rule, finding, value }: TakenField, label: string): Segment {
  const own = isInlineField(rule) || finding.body.length === 0
  const lines = own ? [{ text: value, at: finding.at }] : finding.body
  return { label, title: rule.label, at: finding.at, lines }
}

/** Puts a title and a single plain line on one line, without blank lines between such pairs. Other segments get blank lines around them. */
export function layOutSegments(segments: readonly Segment[]): SourceLine[] {
  const lines: SourceLine[] = []
  let before: { short: boolean; label: string } | undefined
  for (const { label, title, at, lines: content } of segments) {
    const short = title !== null && !title.includes(':') && content.length === 1 && isPlain(content[0]!)
    const isHeader = label === headerLabel
    const close = before?.short && short && isHeader === (before.label === headerLabel)
    if (before !== undefined && !close) lines.push({ text: '', at: 0, label })
    if (short) lines.push({ text: `${title}: ${content[0]!.text.trim()}`, at: content[0]!.at, label })
    else {
      // A heading with a colon, such as "Checkpoint: 11:05", needs no other colon.
      if (title !== null) lines.push({ text: title.includes(':') ? title : `${title}:`, at, label })
      for (const line of content) lines.push({ ...line, text: line.text.trimEnd(), label })
    }
    before = { short, label }
  }
  return lines
}

function isPlain(line: SourceLine): boolean {
  return !/^\s*([-*+]\s|[|>#]|\d+[.)]\s|```|~~~)/.test(line.text)
}
