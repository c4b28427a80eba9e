import { type SourceLine, trimBlankLines } from '../values/index.ts'
import { type Document, type FieldFinding, findFirstText } from './find-field.ts'
import { normalizeName, type OutlineBlock } from './outline.ts'
import { headerLabel, isInlineField, makeSegment, type Segment, type TakenField } from './segment.ts'

/** A segment while lines are added to it. `level` is the level of its heading; labels in the text are below all headings. */
interface Open {
  readonly label: string
  readonly title: string | null
  readonly at: number
  readonly level: number
  readonly lines: SourceLine[]
}

const belowAllHeadings = 7

/** Puts one-line fields first, then the rest in document order. Parts that a rule took get the rule's label. */
export function orderByDocument(
  document: Document,
  taken: ReadonlyMap<string, TakenField>,
  section: string,
): Segment[] {
  const { outline, lines } = document
  const all = [...taken.values()]
  const first = all
    .filter(({ rule, finding }) => isInlineField(rule) || finding.used[0] < outline.bodyStart)
    .map((field) => makeSegment(field, isInlineField(field.rule) ? headerLabel : field.rule.label))
  const used = findUsedLines(document, all)
  const renamed = mapRenamedLines(all)
  const headings = new Map(
    outline.blocks.filter((b) => b.kind === 'heading').map((block) => [block.start, block]),
  )
  // Split only prose: a label inside a table or a code block does not split it.
  const isProse = (block: number) => ['paragraph', 'list'].includes(outline.blocks[block]?.kind ?? '')
  const fields = new Map(
    outline.fields.filter(({ block }) => isProse(block)).map((field) => [field.line, field]),
  )

  const body: Open[] = []
  const open = (segment: Omit<Open, 'lines'>): Open => {
    body.push({ ...segment, lines: [] })
    return body.at(-1)!
  }
  // Lines before the first part describe the document itself.
  let part: { label: string; level: number; own: boolean } = { label: headerLabel, level: 0, own: false }
  let current = open({ label: headerLabel, title: null, at: 0, level: 0 })
  for (let i = outline.bodyStart; i < lines.length; i++) {
    if (used.has(i)) continue
    const line = lines[i]!
    const heading = headings.get(i)
    const field = fields.get(i)
    if (heading !== undefined) {
      part = choosePart(heading, renamed.get(i), part)
      const title = renamed.get(i) ?? heading.text
      current = open({ label: part.label, title, at: line.at, level: heading.level })
      i = heading.end - 1
    } else if (field !== undefined && (renamed.has(i) || (field.value === '' && field.items.length === 0))) {
      const title = renamed.get(i) ?? field.key
      const label = part.own && !renamed.has(i) ? part.label : title
      if (field.value === '' && !part.own) part = { ...part, label: title }
      current = open({ label, title, at: line.at, level: belowAllHeadings })
      if (field.value !== '') current.lines.push({ text: field.value, at: line.at })
      i = field.end - 1
    } else if (
      current.level === belowAllHeadings &&
      current.label !== part.label &&
      line.text.trim() === ''
    ) {
      // A field with its value on the same line ends with its paragraph. The lines after it belong to the enclosing part.
      current = open({ label: part.label, title: null, at: line.at, level: current.level })
    } else {
      current.lines.push(line)
    }
  }
  return [...first, ...dropEmpty(body, section)]
}

/** Headings below a heading that a rule took belong to its part. Other headings start a part of their own. */
function choosePart(
  heading: OutlineBlock,
  name: string | undefined,
  parent: { label: string; level: number; own: boolean },
) {
  if (name !== undefined) return { label: name, level: heading.level, own: true }
  if (parent.own && heading.level > parent.level) return parent
  const isTitle = heading.level === 1 && parent.label === headerLabel
  return { label: isTitle ? headerLabel : heading.text, level: heading.level, own: false }
}

/** Drops empty segments. A title without lines stays if deeper titles follow, unless it repeats the name of the section. */
function dropEmpty(body: readonly Open[], section: string): Segment[] {
  return body.flatMap((segment, i): Segment[] => {
    const lines = trimBlankLines(segment.lines)
    const next = body.slice(i + 1, i + 2)[0]
    const leads =
      segment.title !== null && next !== undefined && next.level > segment.level && segment.level > 0
    const repeats = segment.title !== null && normalizeName(segment.title) === normalizeName(section)
    if (lines.length === 0 && (!leads || repeats)) return []
    if (lines.length === 0 && segment.level === 1) {
      return [
        {
          label: segment.label,
          title: null,
          at: segment.at,
          lines: [{ text: segment.title!, at: segment.at }],
        },
      ]
    }
    return [{ label: segment.label, title: repeats ? null : segment.title, at: segment.at, lines }]
  })
}

/** Returns the lines to leave out: comments, and lines that one-line fields took. A table is left out whole or not at all. */
function findUsedLines({ outline, lines }: Document, taken: readonly TakenField[]): Set<number> {
  const used = new Set<number>()
  const use = (from: number, to: number) => {
    for (let line = from; line < to; line++) used.add(line)
  }
  for (const { rule, finding } of taken) {
    if (!isInlineField(rule)) continue
    if (finding.heading === undefined || finding.body.length === 0) use(...finding.used)
    else useHeading(finding, outline.blocks[finding.heading]!, lines, use)
  }
  for (const block of outline.blocks) {
    if (block.kind === 'comment') use(block.start, block.end)
    if (block.kind !== 'table') continue
    const rows = outline.fields.filter((field) => field.line >= block.start && field.line < block.end)
    const complete = rows.length > 0 && rows.every((field) => used.has(field.line))
    for (let line = block.start; line < block.end; line++) {
      if (complete) used.add(line)
      else used.delete(line)
    }
  }
  return used
}

/** Uses up only the line that was taken from below a heading. The heading goes too if no other line is left. */
function useHeading(
  finding: FieldFinding,
  heading: OutlineBlock,
  lines: readonly SourceLine[],
  use: (from: number, to: number) => void,
) {
  const text = findFirstText(finding)
  const at = text === undefined ? -1 : lines.indexOf(text)
  if (at !== -1) use(at, at + 1)
  const more = finding.body.filter((line) => line !== text && line.text.trim() !== '')
  if (more.length === 0) use(heading.start, heading.end)
}

function mapRenamedLines(taken: readonly TakenField[]): Map<number, string> {
  return new Map(
    taken
      .filter(({ rule }) => !isInlineField(rule))
      .flatMap(({ rule, finding }) =>
        [finding, ...(finding.also ?? [])].map(({ used }): [number, string] => [used[0], rule.label]),
      ),
  )
}
