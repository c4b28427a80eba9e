import type { ReducerCall, ReducerName } from '../../manifest/index.ts'
import { joinLines, type SourceLine, trimBlankLines } from '../../values/index.ts'
import { markFences } from '../fences.ts'
import type { Outliner } from '../outline.ts'
import { type Atoms, type Count, closeFence, headLength, tailLength, takeHead, takeTail } from './cut.ts'

export interface ReduceDeps {
  readonly count: Count
  readonly outline: Outliner
  /** Stands where text was cut out. */
  readonly marker: string
  readonly atoms: Atoms
  /** The line that the `reference` reducer writes. */
  readonly reference: string
  /** The text becomes a JSON string, where an open fence does no harm. */
  readonly literal?: boolean
}

type Reducer = (lines: readonly SourceLine[], call: ReducerCall, tools: ReduceDeps) => readonly SourceLine[]

const reducers: Readonly<Record<ReducerName, Reducer>> = {
  full: (lines) => lines,
  headings: (lines, call) => {
    const wanted = new Set(call.labels.map((label) => label.toLowerCase()))
    return trimBlankLines(lines.filter((line) => wanted.has((line.label ?? 'header').toLowerCase())))
  },
  head: (lines, call, tools) => head(lines, call.amounts[0]!, tools),
  prefix: (lines, call, tools) => prefix(lines, call.amounts[0]!, tools),
  'head-tail': (lines, call, tools) => headTail(lines, call.amounts[0]!, call.amounts[1]!, tools),
  documents: (lines, call, tools) => documents(lines, call.amounts[0]!, tools),
  bullets: (lines) =>
    lines.filter(
      (line) => line.fence === undefined && /^\s*([-*+]|\d+[.)]|#{1,6})\s|^[^\s].{0,60}:$/.test(line.text),
    ),
  'one-line': (lines) => {
    const says = (line: SourceLine) => /[\p{L}\p{N}]/u.test(line.text) && !/:$|^\s*(```|~~~)/.test(line.text)
    const first = lines.find((line) => line.fence === undefined && says(line)) ?? lines.find(says)
    return first === undefined ? [] : [{ ...first, text: first.text.trim() }]
  },
  reference: (lines, _call, tools) => [{ text: tools.reference, at: lines[0]?.at ?? 0 }],
  drop: () => [],
}

/** Shortens a section. The result is parsed again, because leaving text out can change what the rest means, and never ends inside a code fence. */
export function reduce(
  lines: readonly SourceLine[],
  call: ReducerCall,
  tools: ReduceDeps,
): readonly SourceLine[] {
  const reduced = reducers[call.name](lines, call, tools)
  const text = joinLines(reduced)
  if (tools.literal || (!text.includes('```') && !text.includes('~~~')))
    return reduced.some((line) => line.fence !== undefined)
      ? reduced.map(({ fence: _, ...line }) => line)
      : reduced
  // A blank line comes first, because a rule at the top of a section is not front matter.
  const below = [{ text: '', at: 0 }, ...reduced]
  return closeFence(markFences(below, tools.outline(`\n${text}`)).slice(1))
}

/** Whole lines up to the amount, marker included; inside the first line only when not even that fits. */
function head(lines: readonly SourceLine[], amount: number, tools: ReduceDeps): readonly SourceLine[] {
  if (tools.count(joinLines(lines)) <= amount) return lines
  const mark: SourceLine = { text: tools.marker, at: 0 }
  const fits = (kept: readonly SourceLine[]) => tools.count(joinLines([...closeFence(kept), mark])) <= amount
  let low = 0
  let high = lines.length
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (fits(lines.slice(0, middle))) low = middle
    else high = middle
  }
  const kept = trimBlankLines(lines.slice(0, low))
  const room = amount - tools.count(joinLines([...closeFence(kept), mark]))
  // One long line must not cost all that would have been room for its beginning.
  const long = tools.count(lines[low]?.text ?? '') > amount / 2
  if (kept.length === 0 || (long && room > amount / 5)) {
    const part = beginningOf(lines, amount, tools)
    if (part.length > 0 && fits(part)) return [...closeFence(part), mark]
  }
  // A marker alone would say nothing.
  return kept.length > 0 && fits(kept) ? [...closeFence(kept), mark] : []
}

/** The longest beginning that fits, with a fence closed that is open at its end. */
function prefix(lines: readonly SourceLine[], amount: number, tools: ReduceDeps): readonly SourceLine[] {
  const text = joinLines(lines)
  let room = amount
  for (;;) {
    const kept = takeHead(lines, headLength(text, room, tools.count, tools.atoms))
    const closed = tools.literal ? kept : closeFence(kept)
    const over = tools.count(joinLines(closed)) - amount
    if (over <= 0 || room === 0) return over <= 0 ? closed : []
    room = Math.max(0, room - over)
  }
}

/** As many whole documents as fit beside the line that says what is missing. One alone is cut like any text. */
function documents(lines: readonly SourceLine[], amount: number, tools: ReduceDeps): readonly SourceLine[] {
  if (tools.count(joinLines(lines)) <= amount) return lines
  const starts = documentStarts(lines)
  if (starts.length < 2) return head(lines, amount, tools)
  const marked = (left: number) => `${tools.marker} ${left} of ${starts.length} documents left out`
  const keeping = (kept: number): SourceLine[] => {
    const end = lines.findLastIndex((line, i) => i < starts[kept]! && line.path !== undefined) + 1
    return [...closeFence(trimBlankLines(lines.slice(0, end))), { text: marked(starts.length - kept), at: 0 }]
  }
  let low = 0
  let high = starts.length
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (tools.count(joinLines(keeping(middle))) <= amount) low = middle
    else high = middle
  }
  if (low > 0) return keeping(low)
  // A part of a line that stands for a document would stand for nothing.
  if (starts[1]! - starts[0]! === 1) return tools.count(joinLines(keeping(0))) <= amount ? keeping(0) : []
  // Not even the first fits whole: its beginning says more than nothing.
  return head(lines, amount, { ...tools, marker: marked(starts.length - 1) })
}

/** The first line of each document, by the file of each line. */
function documentStarts(lines: readonly SourceLine[]): number[] {
  const starts: number[] = []
  let path: string | undefined
  for (const [i, line] of lines.entries()) {
    if (line.path === undefined || line.path === path) continue
    path = line.path
    starts.push(i)
  }
  return starts
}

/** As much as fits beside the marker, ending with a word where one is near. */
function beginningOf(lines: readonly SourceLine[], amount: number, tools: ReduceDeps): SourceLine[] {
  const room = amount - tools.count(`\n${tools.marker}`)
  if (room <= 0) return []
  const text = joinLines(lines)
  const length = headLength(text, room, tools.count, tools.atoms)
  const near = text.slice(Math.max(0, length - 40), length)
  const space = length < text.length ? Math.max(near.lastIndexOf(' '), near.lastIndexOf('\n')) : -1
  const end = space === -1 ? length : length - near.length + space
  return trimBlankLines(trimLast(takeHead(lines, end)))
}

/** Exactly the first and the last so many units, with the marker between; unchanged when that would save nothing. */
function headTail(
  lines: readonly SourceLine[],
  first: number,
  last: number,
  tools: ReduceDeps,
): readonly SourceLine[] {
  const text = joinLines(lines)
  if (tools.count(text) <= first + last) return lines
  const beginning = takeHead(lines, headLength(text, first, tools.count, tools.atoms))
  const end = takeTail(lines, tailLength(text, last, tools.count, tools.atoms))
  return [
    ...closeFence(trimBlankLines(trimLast(beginning))),
    { text: tools.marker, at: 0 },
    ...trimBlankLines(end),
  ]
}

function trimLast(lines: readonly SourceLine[]): SourceLine[] {
  const last = lines.at(-1)
  return last === undefined ? [] : [...lines.slice(0, -1), { ...last, text: last.text.trimEnd() }]
}
