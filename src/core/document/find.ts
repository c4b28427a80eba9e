import type { FieldRule } from '../manifest/index.ts'
import { calendarDate, type Line } from '../values/index.ts'
import { normalName, type Outline, type OutlineBlock, type OutlineField } from './outline.ts'

/** A document with its parsed structure. `lines` are redacted and know where they stood. */
export interface Document {
  readonly lines: readonly Line[]
  readonly outline: Outline
  readonly date: string | null
}

/** Where a field's content was found. */
export interface Finding {
  /** What to show behind the label, when it is one value. */
  readonly value: string
  readonly at: number
  /** What stands below the label, when it is a list or a block. */
  readonly body: readonly Line[]
  /** Lines (0-based, of the document) that this finding used up. */
  readonly used: readonly [number, number]
  /** The heading it was found under, as an index of blocks. */
  readonly heading?: number
}

/** Tries the names of a rule in order; the first that says something wins. */
export function findField(document: Document, rule: FieldRule, range: Range): Finding | null {
  for (const name of rule.from) {
    const finding = name.startsWith('$')
      ? computed(document, name, rule, range)
      : named(document, name, range)
    if (finding !== null && says(rule, finding)) return finding
  }
  return null
}

function says(rule: FieldRule, finding: Finding): boolean {
  if (rule.as === 'date') return dateIn(finding) !== null
  return finding.value !== '' || finding.body.length > 0
}

/** Blocks [from, to) to look at. */
export interface Range {
  readonly from: number
  readonly to: number
}

export function wholeDocument(outline: Outline): Range {
  return { from: -1, to: outline.blocks.length }
}

function named(document: Document, name: string, range: Range): Finding | null {
  const wanted = normalName(name)
  const { outline } = document
  const field = outline.fields.find(
    (one) => one.block >= range.from && one.block < range.to && normalName(one.key) === wanted,
  )
  if (field !== undefined) {
    const finding = fromField(document, field)
    if (finding.value !== '' || finding.body.length > 0) return finding
  }
  const heading = outline.blocks.findIndex(
    (block, i) => i >= range.from && i < range.to && block.kind === 'heading' && headingSays(block, wanted),
  )
  return heading === -1 ? null : underHeading(document, heading)
}

/** `Next Session: First Task` answers to "next session" too, and `3.1 Next Session` does. */
function headingSays(block: OutlineBlock, wanted: string): boolean {
  const beforeColon = block.text.slice(0, Math.max(0, block.text.indexOf(':')))
  return [block.text, beforeColon].some((text) => {
    const name = normalName(text)
    return name === wanted || name.replace(/^(\d+ )+/, '') === wanted
  })
}

function fromField(document: Document, field: OutlineField): Finding {
  const at = document.lines[field.line]?.at ?? 0
  const used: [number, number] = [field.line, field.line + 1]
  if (field.items.length > 0) {
    return { value: '', at, used, body: field.items.map((item) => ({ text: `- ${item}`, at })) }
  }
  if (field.value !== '') return { value: field.value, at, used, body: [] }
  const body = field.block === -1 ? [] : belowLabel(document, field)
  return { value: '', at, used, body }
}

/** `Constraints:` at the end of a paragraph labels the blocks that follow it. */
function belowLabel(document: Document, field: OutlineField): Line[] {
  const { blocks, fields } = document.outline
  const own = blocks[field.block]!
  if (field.line !== own.end - 1) return []
  let next = field.block + 1
  while (
    next < blocks.length &&
    blocks[next]!.kind !== 'heading' &&
    !fields.some((other) => other.block === next && other.line === blocks[next]!.start)
  ) {
    next++
  }
  return trimmed(document.lines.slice(own.end, blocks[next]?.start ?? document.lines.length))
}

/** The end (as a block index) of what stands below a heading. */
export function endOfHeading(outline: Outline, heading: number): number {
  const { level } = outline.blocks[heading]!
  const next = outline.blocks.findIndex(
    (block, i) => i > heading && block.kind === 'heading' && block.level <= level,
  )
  return next === -1 ? outline.blocks.length : next
}

function underHeading(document: Document, heading: number): Finding {
  const { blocks } = document.outline
  const own = blocks[heading]!
  const end = blocks[endOfHeading(document.outline, heading)]?.start ?? document.lines.length
  const body = trimmed(document.lines.slice(own.end, end))
  return { value: '', at: document.lines[own.start]?.at ?? 0, used: [own.start, end], body, heading }
}

function computed(document: Document, name: string, rule: FieldRule, range: Range): Finding | null {
  const { outline, lines } = document
  const heading = (index: number, value: string): Finding => {
    const block = outline.blocks[index]!
    return {
      value,
      at: lines[block.start]?.at ?? 0,
      body: [],
      used: [block.start, block.end],
      heading: index,
    }
  }
  if (name === '$date') {
    return document.date === null ? null : { value: document.date, at: 0, body: [], used: [0, 0] }
  }
  if (name === '$title') {
    const index = outline.blocks.findIndex((block) => block.kind === 'heading')
    return index === -1 ? null : heading(index, outline.blocks[index]!.text)
  }
  if (name === '$lead') return lead(document, range)
  const call = /^\$(heading|if)\(([^,]*)(?:,(.*))?\)$/.exec(name)
  if (call === null) return null
  const [before = '', after] = call[2]!.split('*', 2)
  for (const [index, block] of outline.blocks.entries()) {
    if (block.kind !== 'heading' || index < range.from || index >= range.to) continue
    if (!block.text.toLowerCase().startsWith(before.toLowerCase())) continue
    if (rule.unless?.some((word) => block.text.toLowerCase().includes(word.toLowerCase()))) continue
    // "Phase *" keeps the whole text; "Soul: *" with a colon keeps what the star stands for.
    const rest = before.trimEnd().endsWith(':') ? block.text.slice(before.length) : block.text
    if (after === undefined && block.text.length !== before.length) continue
    // A condition takes nothing away from the document.
    if (call[1] === 'if')
      return { value: (call[3] ?? '').trim(), at: lines[block.start]?.at ?? 0, body: [], used: [0, 0] }
    return heading(index, rest.trim())
  }
  return null
}

/** The first paragraph that is prose, not metadata. */
function lead(document: Document, range: Range): Finding | null {
  const { blocks, fields } = document.outline
  for (const [index, block] of blocks.entries()) {
    if (index < range.from || index >= range.to || block.kind !== 'paragraph') continue
    if (fields.some((field) => field.block === index)) continue
    const text = document.lines.slice(block.start, block.end).map((line) => line.text.trim())
    const value = firstSentence(text.join(' '))
    if (/^[[!<]/.test(value) || value === '') continue
    return { value, at: document.lines[block.start]?.at ?? 0, body: [], used: [block.start, block.end] }
  }
  return null
}

/** Up to the first full stop that ends a sentence, when the whole is too long for a line. */
export function firstSentence(text: string): string {
  if (text.length <= 160) return text
  const end = /[.!?。](\s|$)/.exec(text)
  return end === null ? text : text.slice(0, end.index + 1)
}

export function oneLine(finding: Finding): string {
  if (finding.value !== '') return finding.value
  const isText = (line: Line) => line.fence === undefined && /[\p{L}\p{N}]/u.test(line.text)
  const first = finding.body.find(isText)?.text.trim() ?? ''
  return first.replace(/^([-*+]|\d+[.)])\s+(\[[ xX]\]\s+)?/, '')
}

export function dateIn(finding: Finding): string | null {
  return calendarDate(oneLine(finding))
}

export function trimmed(lines: readonly Line[]): Line[] {
  let from = 0
  let to = lines.length
  while (from < to && lines[from]!.text.trim() === '') from++
  while (to > from && lines[to - 1]!.text.trim() === '') to--
  return lines.slice(from, to)
}
