import type { FieldRule, Shape } from '../manifest/index.ts'
import { type Diagnostic, diagnostic, type Line } from '../values/index.ts'
import {
  type Document,
  dateIn,
  endOfHeading,
  type Finding,
  findField,
  firstSentence,
  headingSays,
  oneLine,
  type Range,
  trimmed,
  wholeDocument,
} from './find.ts'
import { normalName, type OutlineBlock } from './outline.ts'

export interface Shaped {
  /** Empty when the document has nothing that the shape asks for. */
  readonly lines: readonly Line[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The label of lines that stand before the first heading or field. */
const headerLabel = 'header'

/** Turns a document into the lines of a section. */
export function shapeDocument(document: Document, shape: Shape, section: string): Shaped {
  if (shape === 'raw') return { lines: rawLines(document), diagnostics: [] }
  if (shape === 'titles') return { lines: titleLine(document), diagnostics: [] }
  const diagnostics: Diagnostic[] = []
  const taken = takeFields(document, shape.fields, section, diagnostics)
  if (taken.size === 0) {
    diagnostics.push(
      diagnostic(
        'no-fields',
        'note',
        `none of ${shape.fields.map((f) => f.label).join(', ')} was found`,
        section,
      ),
    )
    return { lines: shape.otherwise === 'raw' ? rawLines(document) : [], diagnostics }
  }
  const segments =
    shape.rest === 'keep' ? inDocumentOrder(document, shape.fields, taken) : inDeclaredOrder(taken)
  return { lines: layOut(segments), diagnostics }
}

interface Taken {
  readonly rule: FieldRule
  readonly finding: Finding
  /** The canonical one-line value, for fields shown on one line. */
  readonly value: string
}

function takeFields(
  document: Document,
  rules: readonly FieldRule[],
  section: string,
  diagnostics: Diagnostic[],
): Map<string, Taken> {
  const taken = new Map<string, Taken>()
  for (const rule of rules) {
    const finding = findField(document, rule, rangeOf(document, rule, taken))
    if (finding === null) continue
    const value =
      rule.as === 'date' ? (dateIn(finding) ?? '') : canonical(rule, oneLine(finding), section, diagnostics)
    if (value !== '') taken.set(rule.label, { rule, finding, value })
  }
  return taken
}

function rangeOf(document: Document, rule: FieldRule, taken: ReadonlyMap<string, Taken>): Range {
  const heading = rule.within === undefined ? undefined : taken.get(rule.within)?.finding.heading
  if (heading === undefined) return wholeDocument(document.outline)
  return { from: heading + 1, to: endOfHeading(document.outline, heading) }
}

function canonical(rule: FieldRule, value: string, section: string, diagnostics: Diagnostic[]): string {
  if (rule.values === undefined || value === '') return value
  const spoken = normalName(value)
  for (const [name, spellings] of Object.entries(rule.values)) {
    if ([name, ...spellings].some((spelling) => sameOrLonger(spoken, normalName(spelling)))) return name
  }
  const known = Object.keys(rule.values).join(', ')
  diagnostics.push(
    diagnostic('unknown-value', 'warning', `${rule.label} is "${value}", expected one of ${known}`, section),
  )
  return value
}

/** "Complete, shipped" still means complete. */
function sameOrLonger(spoken: string, spelling: string): boolean {
  return spoken === spelling || spoken.startsWith(`${spelling} `)
}

/** A label with what stands behind or below it. */
interface Segment {
  readonly label: string | undefined
  readonly lines: readonly Line[]
  /** On one line with its label, next to its neighbours. */
  readonly inline: boolean
  readonly at: number
}

function inDeclaredOrder(taken: ReadonlyMap<string, Taken>): Segment[] {
  return [...taken.values()].map(segmentOf)
}

function segmentOf({ rule, finding, value }: Taken): Segment {
  const inline = rule.as === 'line' || rule.as === 'date'
  const lines = inline || finding.body.length === 0 ? [{ text: value, at: finding.at }] : finding.body
  return { label: rule.label, lines, inline: inline || finding.body.length === 0, at: finding.at }
}

/** One-line fields first, then everything else where it stood, under the labels that the rules give it. */
function inDocumentOrder(
  document: Document,
  rules: readonly FieldRule[],
  taken: ReadonlyMap<string, Taken>,
): Segment[] {
  const { outline, lines } = document
  const used = new Set<number>()
  const header: Segment[] = []
  for (const one of taken.values()) {
    if (one.rule.as !== 'line' && one.rule.as !== 'date') continue
    header.push({ ...segmentOf(one), label: one.rule.label })
    for (let line = one.finding.used[0]; line < one.finding.used[1]; line++) used.add(line)
  }
  const labelOf = (name: string, block?: OutlineBlock) =>
    rules.find((rule) =>
      rule.from.some((from) =>
        block ? headingSays(block, normalName(from)) : normalName(from) === normalName(name),
      ),
    )?.label ?? name
  const fieldAt = new Map(outline.fields.filter((f) => f.block !== -1).map((f) => [f.line, f]))
  const headingAt = new Map(outline.blocks.filter((b) => b.kind === 'heading').map((b) => [b.start, b]))

  const body: { label: string | undefined; lines: Line[]; at: number; inline: boolean }[] = []
  const open = (label: string | undefined, at: number, inline = false) => {
    body.push({ label, lines: [], at, inline })
    return body.at(-1)!
  }
  let current = open(undefined, 0)
  for (let i = outline.bodyStart; i < lines.length; i++) {
    if (used.has(i)) continue
    const line = lines[i]!
    const heading = headingAt.get(i)
    const field = fieldAt.get(i)
    if (heading !== undefined) {
      current = open(labelOf(heading.text, heading), line.at)
      i = heading.end - 1
    } else if (field !== undefined && labelOf(field.key) !== field.key) {
      // A field that a rule renames opens a segment of its own; others stay as they were written.
      current = open(labelOf(field.key), line.at, field.value !== '')
      if (field.value !== '') current.lines.push({ text: field.value, at: line.at })
    } else if (field !== undefined && rules.some((rule) => rule.label === field.key)) {
      current = open(field.key, line.at, field.value !== '')
      if (field.value !== '') current.lines.push({ text: field.value, at: line.at })
    } else if (current.inline && line.text.trim() === '') {
      current = open(undefined, line.at)
    } else {
      current.lines.push(line)
    }
  }
  const segments = body
    .map((one) => ({ ...one, lines: trimmed(one.lines) }))
    .filter((one) => one.lines.length > 0)
  return [...header.map((one) => ({ ...one, label: one.label })), ...segments.map(inlineWhenShort)].map(
    (one, i) => (i < header.length ? { ...one, header: true } : one),
  )
}

function inlineWhenShort(segment: Segment): Segment {
  const only = segment.lines.length === 1 ? segment.lines[0]! : undefined
  if (only === undefined || /^\s*([-*+|>#]|\d+[.)]|```|~~~)/.test(only.text))
    return { ...segment, inline: false }
  return { ...segment, lines: [{ ...only, text: only.text.trim() }], inline: segment.label !== undefined }
}

/** Inline segments stand line by line; the others are set off by blank lines. */
function layOut(segments: readonly (Segment & { header?: boolean })[]): Line[] {
  const lines: Line[] = []
  let before: (Segment & { header?: boolean }) | undefined
  for (const segment of segments) {
    const label = segment.header ? headerLabel : segment.label
    const tight = before?.inline && segment.inline && !(before.header && !segment.header)
    if (before !== undefined && !tight) lines.push({ text: '', at: 0, label })
    if (segment.inline) {
      const [first] = segment.lines
      lines.push({ text: `${segment.label}: ${first!.text}`, at: first!.at, label })
    } else {
      if (segment.label !== undefined) lines.push({ text: `${segment.label}:`, at: segment.at, label })
      lines.push(...segment.lines.map((line) => ({ text: line.text.trimEnd(), at: line.at, label })))
    }
    before = segment
  }
  return lines
}

/** The body as written. Headings move below the level of the packet's own. */
function rawLines(document: Document): Line[] {
  const { outline } = document
  const headings = outline.blocks.filter((block) => block.kind === 'heading')
  const shift = Math.max(0, 3 - Math.min(6, ...headings.map((block) => block.level)))
  const byStart = new Map(headings.map((block) => [block.start, block]))
  const lines: Line[] = []
  let label: string | undefined
  for (let i = outline.bodyStart; i < document.lines.length; i++) {
    const line = document.lines[i]!
    const heading = byStart.get(i)
    if (heading === undefined) {
      lines.push({ text: line.text.trimEnd(), at: line.at, label })
      continue
    }
    label = heading.text
    lines.push({
      text: `${'#'.repeat(Math.min(6, heading.level + shift))} ${heading.text}`,
      at: line.at,
      label,
    })
    i = heading.end - 1
  }
  return trimmed(lines)
}

/** One bullet for a whole document: what it is called and how it begins. */
function titleLine(document: Document): Line[] {
  const rule = (from: string): FieldRule => ({ label: 'Title', from: [from], as: 'line' })
  const whole = wholeDocument(document.outline)
  const title = findField(document, rule('$title'), whole)
  const lead = findField(document, rule('$lead'), whole)
  const name = title ?? lead
  if (name === null) return []
  const text = title === null || lead === null ? name.value : `${title.value}: ${firstSentence(lead.value)}`
  return [{ text: `- ${text}`, at: name.at }]
}
