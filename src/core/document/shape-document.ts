import type { FieldRule, Shape } from '../manifest/index.ts'
import {
  assertNever,
  type Diagnostic,
  makeDiagnostic,
  type SourceLine,
  trimBlankLines,
} from '../values/index.ts'
import { cleanLines } from './clean-lines.ts'
import { type Document, findField, findFieldDate, findFieldOutside, joinToOneLine } from './find-field.ts'
import { makeDigestLine } from './get-field.ts'
import {
  type BlockRange,
  findHeadings,
  getBeginningRange,
  getDocumentRange,
  getRangeBelow,
} from './headings.ts'
import { listOpenTasks } from './open-tasks.ts'
import { orderByDocument } from './order-by-document.ts'
import { normalizeName } from './outline.ts'
import { layOutSegments, makeSegment, type Segment, type TakenField } from './segment.ts'

export interface ShapeResult {
  /** Empty if the document has no content for the shape. */
  readonly lines: readonly SourceLine[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Turns a document into the lines of a section. */
export function shapeDocument(document: Document, shape: Shape, section: string): ShapeResult {
  if (typeof shape === 'string') return { lines: shapeByName(document, shape), diagnostics: [] }
  if ('digest' in shape) return { lines: makeDigestLine(document, shape.digest), diagnostics: [] }
  if ('fields' in shape) return shapeByFields(document, shape, section)
  return assertNever(shape)
}

function shapeByName(document: Document, shape: Extract<Shape, string>): SourceLine[] {
  switch (shape) {
    case 'raw':
      return readRawLines(document)
    case 'clean':
      return cleanLines(readRawLines(document))
    case 'whole':
      return trimBlankLines(document.lines)
    case 'tasks':
      return listOpenTasks(document)
    case 'titles':
      return makeDigestLine(document, ['$lead'])
    default:
      return assertNever(shape)
  }
}

type FieldShape = Extract<Shape, { fields: unknown }>

function shapeByFields(document: Document, shape: FieldShape, section: string): ShapeResult {
  const diagnostics: Diagnostic[] = []
  const taken = takeFields(document, shape.fields, section, diagnostics)
  if (taken.size === 0) {
    diagnostics.push(
      makeDiagnostic(
        'no-fields',
        'note',
        `none of ${shape.fields.map((f) => f.label).join(', ')} was found`,
        section,
      ),
    )
    return { lines: shape.otherwise === 'raw' ? readRawLines(document) : [], diagnostics }
  }
  const segments = shape.rest === 'keep' ? orderByDocument(document, taken, section) : orderAsDeclared(taken)
  return { lines: layOutSegments(segments), diagnostics }
}

function takeFields(
  document: Document,
  rules: readonly FieldRule[],
  section: string,
  diagnostics: Diagnostic[],
): Map<string, TakenField> {
  const taken = new Map<string, TakenField>()
  for (const rule of rules) {
    const heading = findHeading(document, rule, taken)
    const within = findField(document, rule, chooseRange(document, rule, heading))
    const finding =
      within ??
      (heading === null ? null : findFieldOutside(document, rule, document.outline.blocks[heading]!.level))
    if (finding === null) continue
    const text =
      rule.as === 'line' && rule.take === 'all' ? joinAllValues(document, rule) : joinToOneLine(finding)
    const value =
      rule.as === 'date' ? (findFieldDate(finding) ?? '') : makeCanonical(rule, text, section, diagnostics)
    if (value !== '') taken.set(rule.label, { rule, finding, value })
  }
  return taken
}

/** Joins the values of all names of a rule on one line. For example, a style may be stored as tone, format and length. */
function joinAllValues(document: Document, rule: FieldRule): string {
  const whole = getDocumentRange(document.outline)
  return rule.from
    .map((name) => findField(document, { ...rule, from: [name], take: 'first' }, whole))
    .flatMap((finding) => (finding === null ? [] : [joinToOneLine(finding)]))
    .join(', ')
}

/** Returns the heading to search below: the heading of the other field, or the heading that its value names. */
function findHeading(
  { outline }: Document,
  rule: FieldRule,
  taken: ReadonlyMap<string, TakenField>,
): number | null {
  const other = rule.within === undefined ? undefined : taken.get(rule.within)
  if (other === undefined) return null
  return (
    other.finding.heading ??
    findHeadings(outline, normalizeName(other.value), getDocumentRange(outline), true)[0] ??
    null
  )
}

/** If the other field was not found, only the beginning of the document counts. */
function chooseRange({ outline }: Document, rule: FieldRule, heading: number | null): BlockRange {
  if (heading !== null) return getRangeBelow(outline, heading)
  return rule.within === undefined ? getDocumentRange(outline) : getBeginningRange(outline)
}

function makeCanonical(rule: FieldRule, value: string, section: string, diagnostics: Diagnostic[]): string {
  if (rule.values === undefined || value === '') return value
  const normalized = normalizeName(value)
  for (const [name, spellings] of Object.entries(rule.values)) {
    if ([name, ...spellings].some((spelling) => sameOrLonger(normalized, normalizeName(spelling))))
      return name
  }
  const known = Object.keys(rule.values).join(', ')
  diagnostics.push(
    makeDiagnostic(
      'unknown-value',
      'warning',
      `${rule.label} is "${value.slice(0, 40)}", expected one of ${known}`,
      section,
    ),
  )
  return value
}

/** "Complete, shipped" still means complete. */
function sameOrLonger(normalized: string, spelling: string): boolean {
  return normalized === spelling || normalized.startsWith(`${spelling} `)
}

function orderAsDeclared(taken: ReadonlyMap<string, TakenField>): Segment[] {
  return [...taken.values()].map((field) => makeSegment(field, field.rule.label))
}

/** Returns the body as written, with headings moved below the level of the packet's own headings. */
function readRawLines(document: Document): SourceLine[] {
  const { outline } = document
  const headings = outline.blocks.filter((block) => block.kind === 'heading')
  const shift = Math.max(0, 3 - headings.reduce((least, block) => Math.min(least, block.level), 6))
  const byStart = new Map(headings.map((block) => [block.start, block]))
  const comments = new Map(
    outline.blocks.filter(({ kind }) => kind === 'comment').map((block) => [block.start, block]),
  )
  const lines: SourceLine[] = []
  let label: string | undefined
  for (let i = outline.bodyStart; i < document.lines.length; i++) {
    const line = document.lines[i]!
    const heading = byStart.get(i)
    const comment = comments.get(i)
    if (comment !== undefined) {
      i = comment.end - 1
      continue
    }
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
  return trimBlankLines(lines)
}
