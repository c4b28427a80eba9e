import type { FieldRule, Shape } from '../manifest/index.ts'
import { type Diagnostic, diagnostic, type Line } from '../values/index.ts'
import {
  type Document,
  dateIn,
  endOfHeading,
  type Finding,
  findField,
  firstSentence,
  oneLine,
  type Range,
  trimmed,
  wholeDocument,
} from './find.ts'
import { normalName } from './outline.ts'

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
  const segments = shape.rest === 'keep' ? inDocumentOrder(document, taken) : inDeclaredOrder(taken)
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

/** A title with what stands behind or below it. */
interface Segment {
  /** What reducers know the lines by. */
  readonly label: string | undefined
  /** What the packet shows above or before them; null for none. */
  readonly title: string | null
  readonly at: number
  readonly lines: readonly Line[]
}

function isInline(rule: FieldRule): boolean {
  return rule.as === 'line' || rule.as === 'date'
}

function segmentOf({ rule, finding, value }: Taken, label: string): Segment {
  const own = isInline(rule) || finding.body.length === 0
  const lines = own ? [{ text: value, at: finding.at }] : finding.body
  return { label, title: rule.label, at: finding.at, lines }
}

function inDeclaredOrder(taken: ReadonlyMap<string, Taken>): Segment[] {
  return [...taken.values()].map((one) => segmentOf(one, one.rule.label))
}

/** One-line fields first, then everything else where it stood, with the parts that a rule took under the rule's label. */
function inDocumentOrder(document: Document, taken: ReadonlyMap<string, Taken>): Segment[] {
  const { outline, lines } = document
  const inline = [...taken.values()].filter((one) => isInline(one.rule))
  const used = new Set(inline.flatMap(({ finding: { used } }) => range(used[0], used[1])))
  const renamed = new Map(
    [...taken.values()]
      .filter((one) => !isInline(one.rule))
      .map((one) => [one.finding.used[0], one.rule.label]),
  )
  const headings = new Map(
    outline.blocks.filter((block) => block.kind === 'heading').map((b) => [b.start, b]),
  )
  // Only prose is divided: a label inside a table or a code block leaves it whole.
  const isProse = (block: number) => ['paragraph', 'list'].includes(outline.blocks[block]?.kind ?? '')
  const fields = new Map(
    outline.fields.filter((field) => isProse(field.block)).map((field) => [field.line, field]),
  )

  const body: { label: string | undefined; title: string | null; at: number; lines: Line[] }[] = []
  const open = (label: string | undefined, title: string | null, at: number) => {
    const segment = { label, title, at, lines: [] as Line[] }
    body.push(segment)
    return segment
  }
  let under: string | undefined
  let current = open(undefined, null, 0)
  for (let i = outline.bodyStart; i < lines.length; i++) {
    if (used.has(i)) continue
    const line = lines[i]!
    const heading = headings.get(i)
    const field = fields.get(i)
    if (heading !== undefined) {
      under = renamed.get(i) ?? heading.text
      current = open(under, under, line.at)
      i = heading.end - 1
    } else if (field !== undefined && (renamed.has(i) || (field.value === '' && field.items.length === 0))) {
      const title = renamed.get(i) ?? field.key
      if (field.value === '') under = title
      current = open(title, title, line.at)
      if (field.value !== '') current.lines.push({ text: field.value, at: line.at })
    } else if (current.label !== under && line.text.trim() === '') {
      // A field with its value on the line ends with its paragraph; what follows belongs to the part around it.
      current = open(under, null, line.at)
    } else {
      current.lines.push(line)
    }
  }
  const rest = body
    .map((one) => ({ ...one, lines: trimmed(one.lines) }))
    .filter((one) => one.lines.length > 0)
  return [...inline.map((one) => segmentOf(one, headerLabel)), ...rest]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}

/** A title and one plain line share a line and stand close together; everything else is set off by blank lines. */
function layOut(segments: readonly Segment[]): Line[] {
  const lines: Line[] = []
  let before: { short: boolean; label: string | undefined } | undefined
  for (const { label, title, at, lines: content } of segments) {
    const short = title !== null && !title.includes(':') && content.length === 1 && isPlain(content[0]!)
    const isHeader = label === headerLabel
    const close = before?.short && short && isHeader === (before.label === headerLabel)
    if (before !== undefined && !close) lines.push({ text: '', at: 0, label })
    if (short) lines.push({ text: `${title}: ${content[0]!.text.trim()}`, at: content[0]!.at, label })
    else {
      // A heading such as "Checkpoint: 11:05" is a label as it stands.
      if (title !== null) lines.push({ text: title.includes(':') ? title : `${title}:`, at, label })
      lines.push(...content.map((line) => ({ ...line, text: line.text.trimEnd(), label })))
    }
    before = { short, label }
  }
  return lines
}

function isPlain(line: Line): boolean {
  return !/^\s*([-*+|>#]|\d+[.)]|```|~~~)/.test(line.text)
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
      lines.push({ ...line, text: line.text.trimEnd(), label })
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
