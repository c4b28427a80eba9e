import { type SourceLine, trimBlankLines } from '../values/index.ts'
import { type Document, type FieldFinding, findFirstText } from './find.ts'
import { normalizeName, type OutlineBlock } from './outline.ts'
import { headerLabel, isInline, makeSegment, type Segment, type Taken } from './segment.ts'

/** A segment while lines are added to it. `level` is that of its heading; labels in the text stand below all of them. */
interface Open {
  readonly label: string
  readonly title: string | null
  readonly at: number
  readonly level: number
  readonly lines: SourceLine[]
}

const belowAllHeadings = 7

/** One-line fields first, then everything else where it stood, with the parts that a rule took under the rule's label. */
export function orderByDocument(
  document: Document,
  taken: ReadonlyMap<string, Taken>,
  section: string,
): Segment[] {
  const { outline, lines } = document
  const all = [...taken.values()]
  const first = all
    .filter((one) => isInline(one.rule) || one.finding.used[0] < outline.bodyStart)
    .map((one) => makeSegment(one, isInline(one.rule) ? headerLabel : one.rule.label))
  const used = usedLines(document, all)
  const renamed = renamedLines(all)
  const headings = new Map(
    outline.blocks.filter((b) => b.kind === 'heading').map((block) => [block.start, block]),
  )
  // Only prose is divided: a label inside a table or a code block leaves it whole.
  const isProse = (block: number) => ['paragraph', 'list'].includes(outline.blocks[block]?.kind ?? '')
  const fields = new Map(
    outline.fields.filter((one) => isProse(one.block)).map((field) => [field.line, field]),
  )

  const body: Open[] = []
  const open = (segment: Omit<Open, 'lines'>): Open => {
    body.push({ ...segment, lines: [] })
    return body.at(-1)!
  }
  // Until the first part begins, everything is about the document itself.
  let part: { label: string; level: number; own: boolean } = { label: headerLabel, level: 0, own: false }
  let current = open({ label: headerLabel, title: null, at: 0, level: 0 })
  for (let i = outline.bodyStart; i < lines.length; i++) {
    if (used.has(i)) continue
    const line = lines[i]!
    const heading = headings.get(i)
    const field = fields.get(i)
    if (heading !== undefined) {
      part = partOf(heading, renamed.get(i), part)
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
      // A field with its value on the line ends with its paragraph; what follows belongs to the part around it.
      current = open({ label: part.label, title: null, at: line.at, level: current.level })
    } else {
      current.lines.push(line)
    }
  }
  return [...first, ...withContent(body, section)]
}

/** Headings below one that a rule took belong to it; the others begin a part of their own. */
function partOf(
  heading: OutlineBlock,
  name: string | undefined,
  around: { label: string; level: number; own: boolean },
) {
  if (name !== undefined) return { label: name, level: heading.level, own: true }
  if (around.own && heading.level > around.level) return around
  const isTitle = heading.level === 1 && around.label === headerLabel
  return { label: isTitle ? headerLabel : heading.text, level: heading.level, own: false }
}

/** A title without a line of its own stays when deeper ones follow, unless the section is called the same. */
function withContent(body: readonly Open[], section: string): Segment[] {
  return body.flatMap((one, i): Segment[] => {
    const lines = trimBlankLines(one.lines)
    const next = body.slice(i + 1, i + 2)[0]
    const leads = one.title !== null && next !== undefined && next.level > one.level && one.level > 0
    const repeats = one.title !== null && normalizeName(one.title) === normalizeName(section)
    if (lines.length === 0 && (!leads || repeats)) return []
    if (lines.length === 0 && one.level === 1) {
      return [{ label: one.label, title: null, at: one.at, lines: [{ text: one.title!, at: one.at }] }]
    }
    return [{ label: one.label, title: repeats ? null : one.title, at: one.at, lines }]
  })
}

/** Lines that need not be said again: comments, and what one-line fields took. A table is taken whole or not at all. */
function usedLines({ outline, lines }: Document, taken: readonly Taken[]): Set<number> {
  const used = new Set<number>()
  const use = (from: number, to: number) => {
    for (let line = from; line < to; line++) used.add(line)
  }
  for (const { rule, finding } of taken) {
    if (!isInline(rule)) continue
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

/** Only the line that was taken from below a heading; more may stand there. */
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

function renamedLines(taken: readonly Taken[]): Map<number, string> {
  return new Map(
    taken
      .filter((one) => !isInline(one.rule))
      .flatMap(({ rule, finding }) =>
        [finding, ...(finding.also ?? [])].map((one): [number, string] => [one.used[0], rule.label]),
      ),
  )
}
