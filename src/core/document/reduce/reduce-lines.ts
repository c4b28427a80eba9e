import type { ReducerCall, ReducerName } from '../../manifest/index.ts'
import { joinLines, type SourceLine, trimBlankLines } from '../../values/index.ts'
import { markFences } from '../fences.ts'
import type { Outliner } from '../outline.ts'
import {
  type CountText,
  closeFence,
  measureHeadCut,
  measureTailCut,
  takeHead,
  takeTail,
  type UnsplittableTexts,
} from './cut.ts'

export interface ReduceDeps {
  readonly count: CountText
  readonly outline: Outliner
  /** Replaces text that was cut out. */
  readonly marker: string
  readonly atoms: UnsplittableTexts
  /** The line that the `reference` reducer writes. */
  readonly reference: string
  /** Set if the text becomes a JSON string, where an open fence does no harm. */
  readonly literal?: boolean
}

type Reducer = (lines: readonly SourceLine[], call: ReducerCall, deps: ReduceDeps) => readonly SourceLine[]

const reducers: Readonly<Record<ReducerName, Reducer>> = {
  full: (lines) => lines,
  headings: (lines, call) => {
    const wanted = new Set(call.labels.map((label) => label.toLowerCase()))
    return trimBlankLines(lines.filter((line) => wanted.has((line.label ?? 'header').toLowerCase())))
  },
  head: (lines, call, deps) => keepHead(lines, call.amounts[0]!, deps),
  sentences: (lines, call, deps) => keepSentences(lines, call.amounts[0]!, deps),
  prefix: (lines, call, deps) => keepPrefix(lines, call.amounts[0]!, deps),
  'head-tail': (lines, call, deps) => keepHeadAndTail(lines, call.amounts[0]!, call.amounts[1]!, deps),
  documents: (lines, call, deps) => keepDocuments(lines, call.amounts[0]!, deps),
  bullets: (lines) =>
    lines.filter(
      (line) => line.fence === undefined && /^\s*([-*+]|\d+[.)]|#{1,6})\s|^[^\s].{0,60}:$/.test(line.text),
    ),
  'one-line': (lines) => {
    const says = (line: SourceLine) => /[\p{L}\p{N}]/u.test(line.text) && !/:$|^\s*(```|~~~)/.test(line.text)
    const first = lines.find((line) => line.fence === undefined && says(line)) ?? lines.find(says)
    return first === undefined ? [] : [{ ...first, text: first.text.trim() }]
  },
  reference: (lines, _call, deps) => [{ text: deps.reference, at: lines[0]?.at ?? 0 }],
  drop: () => [],
}

/** Shortens a section. The result is parsed again, because a cut can change the meaning of the rest. It never ends inside a code fence. */
export function reduceLines(
  lines: readonly SourceLine[],
  call: ReducerCall,
  deps: ReduceDeps,
): readonly SourceLine[] {
  const reduced = reducers[call.name](lines, call, deps)
  const text = joinLines(reduced)
  if (deps.literal || (!text.includes('```') && !text.includes('~~~')))
    return reduced.some((line) => line.fence !== undefined)
      ? reduced.map(({ fence: _, ...line }) => line)
      : reduced
  // A blank line comes first, because a rule at the top of a section is not front matter.
  const below = [{ text: '', at: 0 }, ...reduced]
  return closeFence(markFences(below, deps.outline(`\n${text}`)).slice(1))
}

/** Keeps whole lines up to the amount, marker included. Cuts inside a line only if the line is too long. */
function keepHead(lines: readonly SourceLine[], amount: number, deps: ReduceDeps): readonly SourceLine[] {
  if (deps.count(joinLines(lines)) <= amount) return lines
  const mark: SourceLine = { text: deps.marker, at: 0 }
  const fits = (kept: readonly SourceLine[]) => deps.count(joinLines([...closeFence(kept), mark])) <= amount
  let low = 0
  let high = lines.length
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (fits(lines.slice(0, middle))) low = middle
    else high = middle
  }
  const kept = trimBlankLines(lines.slice(0, low))
  const available = amount - deps.count(joinLines([...closeFence(kept), mark]))
  // If one long line does not fit, keep its beginning instead of wasting the rest of the amount.
  const long = deps.count(lines[low]?.text ?? '') > amount / 2
  if (kept.length === 0 || (long && available > amount / 5)) {
    const part = takeBeginning(lines, amount, deps)
    if (part.length > 0 && fits(part)) return [...closeFence(part), mark]
  }
  // A marker alone has no content.
  return kept.length > 0 && fits(kept) ? [...closeFence(kept), mark] : []
}

/** Keeps whole lines, and of a paragraph that does not fit its first sentences. Cuts inside a sentence only if not even one fits. */
function keepSentences(
  lines: readonly SourceLine[],
  amount: number,
  deps: ReduceDeps,
): readonly SourceLine[] {
  if (deps.count(joinLines(lines)) <= amount) return lines
  const mark: SourceLine = { text: deps.marker, at: 0 }
  const fits = (kept: readonly SourceLine[]) => deps.count(joinLines([...closeFence(kept), mark])) <= amount
  let count = 0
  while (count < lines.length && fits(lines.slice(0, count + 1))) count++
  const whole = lines.slice(0, count)
  const ends = [...(lines[count]?.text ?? '').matchAll(/[.!?]["')\]]*(?=\s)/g)].map(
    (end) => end.index + end[0].length,
  )
  const sentences = ends
    .reverse()
    .map((end) => [...whole, { ...lines[count]!, text: lines[count]!.text.slice(0, end) }])
  const kept = trimBlankLines(sentences.find(fits) ?? whole)
  return kept.length > 0 && fits(kept) ? [...closeFence(kept), mark] : keepHead(lines, amount, deps)
}

/** Keeps the longest beginning that fits, and closes a fence that is open at its end. */
function keepPrefix(lines: readonly SourceLine[], amount: number, deps: ReduceDeps): readonly SourceLine[] {
  const text = joinLines(lines)
  let available = amount
  for (;;) {
    const kept = takeHead(lines, measureHeadCut(text, available, deps.count, deps.atoms))
    const closed = deps.literal ? kept : closeFence(kept)
    const over = deps.count(joinLines(closed)) - amount
    if (over <= 0 || available === 0) return over <= 0 ? closed : []
    available = Math.max(0, available - over)
  }
}

/** Keeps as many whole documents as fit beside the line that counts the missing ones. A single document is cut like any text. */
function keepDocuments(
  lines: readonly SourceLine[],
  amount: number,
  deps: ReduceDeps,
): readonly SourceLine[] {
  if (deps.count(joinLines(lines)) <= amount) return lines
  const starts = findDocumentStarts(lines)
  if (starts.length < 2) return keepHead(lines, amount, deps)
  const marked = (left: number) => `${deps.marker} ${left} of ${starts.length} documents left out`
  const keeping = (kept: number): SourceLine[] => {
    const end = lines.findLastIndex((line, i) => i < starts[kept]! && line.path !== undefined) + 1
    return [...closeFence(trimBlankLines(lines.slice(0, end))), { text: marked(starts.length - kept), at: 0 }]
  }
  let low = 0
  let high = starts.length
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (deps.count(joinLines(keeping(middle))) <= amount) low = middle
    else high = middle
  }
  if (low > 0) return keeping(low)
  // If a document is one line, a part of it is useless.
  if (starts[1]! - starts[0]! === 1) return deps.count(joinLines(keeping(0))) <= amount ? keeping(0) : []
  // The first document does not fit whole, so keep its beginning.
  return keepHead(lines, amount, { ...deps, marker: marked(starts.length - 1) })
}

/** Returns the index of the first line of each document. */
function findDocumentStarts(lines: readonly SourceLine[]): number[] {
  const starts: number[] = []
  let path: string | undefined
  for (const [i, line] of lines.entries()) {
    if (line.path === undefined || line.path === path) continue
    path = line.path
    starts.push(i)
  }
  return starts
}

/** Keeps as much as fits beside the marker, up to the end of a word if one is near. */
function takeBeginning(lines: readonly SourceLine[], amount: number, deps: ReduceDeps): SourceLine[] {
  const available = amount - deps.count(`\n${deps.marker}`)
  if (available <= 0) return []
  const text = joinLines(lines)
  const length = measureHeadCut(text, available, deps.count, deps.atoms)
  const near = text.slice(Math.max(0, length - 40), length)
  const space = length < text.length ? Math.max(near.lastIndexOf(' '), near.lastIndexOf('\n')) : -1
  const end = space === -1 ? length : length - near.length + space
  return trimBlankLines(trimLast(takeHead(lines, end)))
}

/** Keeps exactly the first and the last units, with the marker between them. Unchanged if that would save nothing. */
function keepHeadAndTail(
  lines: readonly SourceLine[],
  first: number,
  last: number,
  deps: ReduceDeps,
): readonly SourceLine[] {
  const text = joinLines(lines)
  if (deps.count(text) <= first + last) return lines
  const beginning = takeHead(lines, measureHeadCut(text, first, deps.count, deps.atoms))
  const end = takeTail(lines, measureTailCut(text, last, deps.count, deps.atoms))
  return [
    ...closeFence(trimBlankLines(trimLast(beginning))),
    { text: deps.marker, at: 0 },
    ...trimBlankLines(end),
  ]
}

function trimLast(lines: readonly SourceLine[]): SourceLine[] {
  const last = lines.at(-1)
  return last === undefined ? [] : [...lines.slice(0, -1), { ...last, text: last.text.trimEnd() }]
}
