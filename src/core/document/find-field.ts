import type { FieldRule } from '../manifest/index.ts'
import { findCalendarDate, isAscii, type SourceLine, trimBlankLines } from '../values/index.ts'
import {
  type BlockRange,
  containsAnyWord,
  findHeadings,
  getBeginningRange,
  getDocumentRange,
  getRangeBelow,
  isInRange,
} from './headings.ts'
import { normalizeName, type Outline, type OutlineField } from './outline.ts'

/** A document with its parsed structure. `lines` are redacted and have their line numbers. */
export interface Document {
  readonly lines: readonly SourceLine[]
  readonly outline: Outline
  readonly date: string | null
}

/** The place of a field's content. */
export interface FieldFinding {
  /** The text to show after the label, if it is one value. */
  readonly value: string
  readonly at: number
  /** The lines below the label, if it is a list or a block. */
  readonly body: readonly SourceLine[]
  /** Lines (0-based, of the document) that this finding used up. */
  readonly used: readonly [number, number]
  /** The heading above it, as an index of blocks. */
  readonly heading?: number
  /** Further findings, if the rule takes all. */
  readonly also?: readonly FieldFinding[]
}

/** Tries the names of a rule in order and returns the first finding with content. */
export function findField(document: Document, rule: FieldRule, range: BlockRange): FieldFinding | null {
  if (rule.take === 'last') return findLast(document, rule, range)
  for (const name of rule.from) {
    const matching = listCandidates(document, name, rule, range).filter((finding) =>
      hasContent(rule, finding),
    )
    const [finding, ...also] = matching
    if (finding !== undefined) return rule.take === 'all' ? { ...finding, also } : finding
  }
  return null
}

/** Returns the last finding in the document, whichever name it has. */
function findLast(document: Document, rule: FieldRule, range: BlockRange): FieldFinding | null {
  const all = rule.from.flatMap((name) => listCandidates(document, name, rule, range))
  const matching = all.filter((finding) => hasContent(rule, finding))
  return matching.reduce<FieldFinding | null>(
    (last, finding) => (last === null || finding.used[0] > last.used[0] ? finding : last),
    null,
  )
}

function listCandidates(
  document: Document,
  name: string,
  rule: FieldRule,
  range: BlockRange,
): FieldFinding[] {
  return name.startsWith('$')
    ? findComputed(document, name, rule, range)
    : findNamed(document, name, rule, range)
}

/** Finds a field below a heading of its own, at or above `level`: outside of the part that another field took. */
export function findFieldOutside(document: Document, rule: FieldRule, level: number): FieldFinding | null {
  const { outline } = document
  for (const name of rule.from.filter((source) => !source.startsWith('$'))) {
    const own = findHeadings(outline, normalizeName(name), getDocumentRange(outline), true)
    const heading = own.find((index) => outline.blocks[index]!.level <= level)
    if (heading !== undefined) return underHeading(document, heading)
  }
  return null
}

function hasContent(rule: FieldRule, finding: FieldFinding): boolean {
  if (rule.as === 'date') return findFieldDate(finding) !== null
  if (rule.as === 'line') return joinToOneLine(finding) !== ''
  return finding.value !== '' || finding.body.length > 0
}

/** Lists all findings with a name in document order. For one-line fields, metadata of the document comes first. */
function findNamed(document: Document, name: string, rule: FieldRule, range: BlockRange): FieldFinding[] {
  const wanted = normalizeName(name)
  const { outline } = document
  const limited = range.from !== -1
  const top = getBeginningRange(outline)
  const isMetadata = (field: OutlineField) => isInRange(top, field.block)
  const fields = outline.fields.filter(
    (field) => isInRange(range, field.block) && normalizeName(field.key) === wanted,
  )
  // A key inside a list belongs to the list item, unless the list is at the top of the document.
  const own = (field: OutlineField) =>
    limited || isMetadata(field) || outline.blocks[field.block]?.kind !== 'list'
  const inline = rule.as === 'line' || rule.as === 'date'
  const headings = findHeadings(outline, wanted, range, inline).map((index) => underHeading(document, index))
  if (inline) {
    const first = fields.filter(isMetadata)
    const rest = fields.filter((field) => own(field) && !isMetadata(field))
    const from = (list: readonly OutlineField[]) => list.map((field) => fromField(document, field))
    return [...from(first), ...headings, ...from(rest)]
  }
  const found = [...fields.filter(own).map((field) => fromField(document, field)), ...headings]
  return found.sort((a, b) => a.used[0] - b.used[0])
}

function fromField(document: Document, field: OutlineField): FieldFinding {
  const at = document.lines[field.line]?.at ?? 0
  const used: [number, number] = [field.line, field.end]
  if (field.items.length > 0) {
    return { value: '', at, used, body: field.items.map((item) => ({ text: `- ${item}`, at })) }
  }
  if (field.value !== '') return { value: field.value, at, used, body: [] }
  const body = field.block === -1 ? [] : belowLabel(document, field)
  return { value: '', at, used, body }
}

/** `Constraints:` at the end of a paragraph labels the blocks that follow it. */
function belowLabel(document: Document, field: OutlineField): SourceLine[] {
  const { blocks, fields } = document.outline
  const own = blocks[field.block]!
  if (field.line !== own.end - 1) return []
  const starts = new Set(
    fields.filter((other) => blocks[other.block]?.kind === 'paragraph').map((other) => other.line),
  )
  const startsWithField = (index: number) => starts.has(blocks[index]!.start)
  let next = field.block + 1
  while (next < blocks.length && blocks[next]!.kind !== 'heading' && !startsWithField(next)) next++
  return trimBlankLines(document.lines.slice(own.end, blocks[next]?.start ?? document.lines.length))
}

function underHeading(document: Document, heading: number): FieldFinding {
  const { outline, lines } = document
  const own = outline.blocks[heading]!
  const end = outline.blocks[getRangeBelow(outline, heading).to]?.start ?? lines.length
  const comments = outline.blocks.filter((block) => block.kind === 'comment')
  const body = lines.slice(own.end, end).filter((_, i) => {
    const line = own.end + i
    return !comments.some((block) => line >= block.start && line < block.end)
  })
  return {
    value: '',
    at: lines[own.start]?.at ?? 0,
    used: [own.start, end],
    body: trimBlankLines(body),
    heading,
  }
}

function findComputed(document: Document, name: string, rule: FieldRule, range: BlockRange): FieldFinding[] {
  const { outline } = document
  if (name === '$date') {
    return document.date === null ? [] : [{ value: document.date, at: 0, body: [], used: [0, 0] }]
  }
  if (name === '$title') {
    const index = outline.blocks.findIndex((block) => block.kind === 'heading')
    return index === -1 ? [] : [makeTitleFinding(document, index, outline.blocks[index]!.text)]
  }
  if (name === '$lead') return findLead(document, range)
  const call = /^\$(heading|if)\(([^,]*)(?:,(.*))?\)$/.exec(name)
  if (call === null) return []
  return findMatchingHeadings(document, call[2]!, rule, range).map(({ index, rest }) => {
    const at = document.lines[outline.blocks[index]!.start]?.at ?? 0
    // A condition uses up no lines of the document.
    return call[1] === 'if'
      ? { value: (call[3] ?? '').trim(), at, body: [], used: [0, 0] }
      : makeTitleFinding(document, index, rest)
  })
}

function makeTitleFinding({ outline, lines }: Document, heading: number, value: string): FieldFinding {
  const block = outline.blocks[heading]!
  return { value, at: lines[block.start]?.at ?? 0, body: [], used: [block.start, block.end], heading }
}

/** Finds headings that match a pattern. Skips those whose text, or whose status below, contains a word of `unless`. */
function findMatchingHeadings(
  { outline }: Document,
  pattern: string,
  rule: FieldRule,
  range: BlockRange,
): { index: number; rest: string }[] {
  const [before = '', after] = pattern.split('*', 2)
  return outline.blocks.flatMap((block, index) => {
    if (block.kind !== 'heading' || !isInRange(range, index)) return []
    const decoration = isAscii(block.text) ? /^[^A-Za-z0-9]+/ : /^[^\p{L}\p{N}]+/u
    const text = block.text.replace(decoration, '')
    if (!text.toLowerCase().startsWith(before.toLowerCase())) return []
    if (after === undefined && text.length !== before.length) return []
    const part = getRangeBelow(outline, index)
    const status = outline.fields.find(
      (field) => isInRange(part, field.block) && normalizeName(field.key) === 'status',
    )
    if (containsAnyWord(`${block.text} ${status?.value ?? ''}`, rule.unless ?? [])) return []
    // "Phase *" keeps the whole text; "Soul: *" with a colon keeps only the text that the star matches.
    return [{ index, rest: (before.trimEnd().endsWith(':') ? text.slice(before.length) : text).trim() }]
  })
}

/** The first paragraph that is prose, not metadata. */
function findLead({ outline, lines }: Document, range: BlockRange): FieldFinding[] {
  const { blocks, fields } = outline
  const metadata = new Set(fields.map((field) => field.block))
  return blocks.flatMap((block, index): FieldFinding[] => {
    if (!isInRange(range, index) || block.kind !== 'paragraph' || metadata.has(index)) return []
    const text = lines.slice(block.start, block.end).map((line) => line.text.trim())
    const value = findFirstSentence(text.join(' '))
    if (/^[[!<]/.test(value) || value === '') return []
    return [{ value, at: lines[block.start]?.at ?? 0, body: [], used: [block.start, block.end] }]
  })
}

/** Cuts a text that is too long for a line after its first sentence. */
export function findFirstSentence(text: string): string {
  if (text.length <= 160) return text
  const end = /[.!?。](\s|$)/.exec(text)
  return end === null ? text : text.slice(0, end.index + 1)
}

/** Returns the first line below a label that contains letters or digits, outside of code. */
export function findFirstText(finding: FieldFinding): SourceLine | undefined {
  return finding.body.find(({ fence, text }) => fence === undefined && hasLetters(text))
}

function hasLetters(text: string): boolean {
  return /[A-Za-z0-9]/.test(text) || (!isAscii(text) && /[\p{L}\p{N}]/u.test(text))
}

export function joinToOneLine(finding: FieldFinding): string {
  if (finding.value !== '') return finding.value
  const first = findFirstText(finding)?.text.trim() ?? ''
  return first.replace(/^([-*+]|\d+[.)])\s+(\[[ xX]\]\s+)?/, '')
}

export function findFieldDate(finding: FieldFinding): string | null {
  return findCalendarDate(joinToOneLine(finding))
}
