import type { SourceMapEntry } from '../packet/index.ts'
import type { ReceiptSection } from '../receipt/index.ts'
import { computeTextOffsets } from './text-offsets.ts'

/** The text of a section, with the heading before it. */
export interface SectionPart {
  readonly id: string
  readonly lead: string
  readonly text: string
}

/** A packet split into parts. `joinParts` restores its text. */
export interface PacketParts {
  readonly format: 'markdown' | 'json'
  readonly head: string
  /** In the order of the packet. Empty if the text does not match its receipt. */
  readonly sections: readonly SectionPart[]
  readonly tail: string
}

type SectionNames = readonly (Pick<ReceiptSection, 'id'> & Partial<Pick<ReceiptSection, 'reductions'>>)[]

/** Splits a packet into its sections. Lines without a source (a cut marker, a computed date) stay with their section. */
export function splitPacketText(
  text: string,
  map: readonly SourceMapEntry[],
  sections: SectionNames,
): PacketParts {
  const parts = text.startsWith('{\n  "omitted": ')
    ? splitJson(text, sections)
    : splitPage(text, map, sections)
  // A map from an untrusted receipt may not match the text.
  return parts !== null && joinPacketParts(parts) === text ? parts : { ...unknownParts, head: text }
}

const unknownParts: PacketParts = { format: 'markdown', head: '', sections: [], tail: '' }

export function joinPacketParts({ format, head, sections, tail }: PacketParts): string {
  const bodies = sections.map(({ lead, text }, i) => {
    const follows = format === 'markdown' && lead === ''
    const joint =
      format === 'json' ? `${i > 0 ? ',' : ''}\n    ` : (i > 0 || head !== '') && !follows ? '\n' : ''
    return `${joint}${lead}${text}`
  })
  const closing = format === 'json' && sections.length > 0 ? '\n  ' : ''
  return `${head}${bodies.join('')}${closing}${tail}`
}

/** Returns the lines outside sections: wrapper, headings, the note on omissions. */
export function getFrameLines({ head, sections, tail }: PacketParts): string[] {
  return splitLines(`${head}${sections.map(({ lead }) => lead).join('')}${tail}`)
}

/** Returns the lines of a section. In a JSON packet, they are one string. */
export function getContentLines(part: SectionPart, format: PacketParts['format']): string[] {
  if (format !== 'json') return splitLines(part.text)
  try {
    return String((JSON.parse(part.text) as { text?: unknown }).text).split('\n')
  } catch {
    return splitLines(part.text)
  }
}

function splitLines(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

/** Splits a JSON packet: one line for each section, after the list of omissions. */
function splitJson(text: string, sections: SectionNames): PacketParts | null {
  const opening = '\n  "sections": ['
  const start = text.indexOf(opening) + opening.length
  const closing = text.lastIndexOf(sections.length > 0 ? '\n  ]\n}\n' : ']\n}\n')
  if (start < opening.length || closing < start) return null
  const lines = text.slice(start, closing).split('\n').slice(1)
  if (lines.length !== sections.length) return null
  const bodies = lines.map((line, i) => line.slice(4, i < lines.length - 1 ? -1 : undefined))
  return {
    format: 'json',
    head: text.slice(0, start),
    sections: sections.map(({ id }, i) => ({ id, lead: '', text: bodies[i]! })),
    tail: text.slice(closing + (sections.length > 0 ? 3 : 0)),
  }
}

/** Splits a Markdown packet at its headings. A section can contain `## ` only in a code fence, and the map covers those lines. */
function splitPage(text: string, map: readonly SourceMapEntry[], sections: SectionNames): PacketParts | null {
  const offsets = computeTextOffsets(text)
  const mapped = map.map(({ start, end }) => [offsets.unitAt(start), offsets.unitAt(end)] as const)
  const headings = findHeadings(text, mapped)
  const groups = groupByHeading(sections)
  const isAlone = headings.length === 0 && sections.length === 1 && map[0]?.start === 0
  if (isAlone) return makeSinglePart(text, sections[0]!.id)
  if (headings.length !== groups.length) return null
  if (headings.length === 0) return makeEmptyPage(text)
  const head = text.slice(0, Math.max(0, headings[0]! - 1))
  const known = mapped.reduce((last, [, end]) => Math.max(last, end), headings.at(-1)!)
  const end = findTailStart(text, head, known)
  const parts = groups.flatMap((ids, i) => {
    const from = headings[i]!
    const body = text.indexOf('\n', from) + 2
    const to = i + 1 < headings.length ? headings[i + 1]! - 1 : end
    const lines = splitLinesEach(text.slice(body, Math.max(body, to)), ids.length)
    return ids.map((id, n) => ({ id, lead: n === 0 ? text.slice(from, body) : '', text: lines[n] ?? '' }))
  })
  return { format: 'markdown', head, sections: parts, tail: text.slice(end) }
}

/** Groups the ids below one heading. Adjacent sections that are only declared share a heading. */
function groupByHeading(sections: SectionNames): string[][] {
  const isDeclared = (at: number) =>
    sections[at]?.reductions?.some((reduction) => reduction.why === 'delivery') === true
  const groups: string[][] = []
  for (const [i, { id }] of sections.entries()) {
    if (isDeclared(i) && isDeclared(i - 1)) groups.at(-1)!.push(id)
    else groups.push([id])
  }
  return groups
}

/** Gives each part one line, and the last part the rest. */
function splitLinesEach(text: string, count: number): string[] {
  const lines: string[] = []
  let start = 0
  while (lines.length < count - 1) {
    const end = text.indexOf('\n', start) + 1 || text.length
    lines.push(text.slice(start, end))
    start = end
  }
  return [...lines, text.slice(start)]
}

/** A text that was read by its address has no frame. */
function makeSinglePart(text: string, id: string): PacketParts {
  return { format: 'markdown', head: '', sections: [{ id, lead: '', text }], tail: '' }
}

/** Splits a packet without sections after its opening tag, if it has one. */
function makeEmptyPage(text: string): PacketParts {
  const head = /^<[^\n]*>\n/.exec(text)?.[0] ?? ''
  return { format: 'markdown', head, sections: [], tail: text.slice(head.length) }
}

/** Finds the starts of lines that begin with `## ` and have no source. */
function findHeadings(text: string, mapped: readonly (readonly [number, number])[]): number[] {
  const ranges = mapped.toSorted((a, b) => a[0] - b[0])
  const headings: number[] = []
  let next = 0
  for (let start = 0; start < text.length; start = text.indexOf('\n', start) + 1 || text.length) {
    while (next < ranges.length && ranges[next]![1] <= start) next++
    const known = next < ranges.length && ranges[next]![0] <= start
    if (!known && text.startsWith('## ', start)) headings.push(start)
  }
  return headings
}

/** Finds the end of the last section: the note on omissions, if there is one, or the closing tag. */
function findTailStart(text: string, head: string, known: number): number {
  const tag = /^<([^\s>]+)/.exec(head)?.[1]
  const closing = `\n</${tag}>\n`
  const end = tag !== undefined && text.endsWith(closing) ? text.length - closing.length : text.length
  const note = text.lastIndexOf('\n\n<!-- ', end - 1) + 1
  const isNote = note >= known && /^\n<!-- (?:left out|shortened): .* -->\n$/.test(text.slice(note, end))
  return isNote ? note : end
}
