import { findReferences, type Reference } from './references.ts'
import { type DocumentScan, type LineRange, listSections } from './scan.ts'
import { extractTerms, type WeightedTerm } from './terms.ts'

/** What a good passage holds. */
export interface ExcerptQuery {
  readonly terms: readonly WeightedTerm[]
  /** What the active documents answer to: the line that names one of them is a good one. */
  readonly keys: ReadonlySet<string>
}

/** More steps than any budget takes. */
const maxSteps = 2000

/** Decides what is room enough. */
export interface ExcerptLimit {
  /** About what a line costs, and what it costs to have any. */
  costOf(line: string): number
  readonly frame: number
  readonly most: number
  /** Exactly. */
  fits(range: LineRange): boolean
}

/**
 * The passage around the best line that fits: whole lines, whole code fences. First inside of its section, then section by
 * section, up to the whole document. Null when not even the line with the title fits.
 */
export function chooseExcerpt(
  path: string,
  scanned: DocumentScan,
  sought: ExcerptQuery,
  room: ExcerptLimit,
): LineRange | null {
  const { lines, titleLine } = scanned
  const units = unitsOf(scanned)
  const worth = worthOf(scanned, sought, findReferences(path, scanned))
  const sections = listSections(scanned)
  const [start, end] = sections[bestSection(sections, worth)]!
  for (const from of [bestLine(worth, start, end), start, titleLine ?? firstText(lines)]) {
    const range = largest(lines, growth(units, sections, from), room)
    if (range !== null) return range
  }
  return null
}

/** For every line the first and the last one that it cannot be parted from. */
function unitsOf({ lines, fences }: DocumentScan): readonly LineRange[] {
  const units: LineRange[] = lines.map((_, i) => [i, i])
  for (const fence of fences) for (let i = fence[0]; i <= fence[1]; i++) units[i] = fence
  return units
}

function worthOf(
  { lines, headings }: DocumentScan,
  { terms, keys }: ExcerptQuery,
  references: readonly Reference[],
): number[] {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]))
  const worth = lines.map((line) => {
    let sum = 0
    for (const term of new Set(extractTerms(line))) sum += weights.get(term) ?? 0
    return sum
  })
  for (const { line } of headings) worth[line]! *= 2
  const most = Math.max(1, ...terms.map(({ weight }) => weight))
  for (const { key, line } of references) if (keys.has(key)) worth[line]! += 2 * most
  return worth
}

/** The sum over its lines, with long ones held back: they would win by being long. */
function bestSection(sections: readonly LineRange[], worth: readonly number[]): number {
  let best = 0
  let most = 0
  for (const [i, [start, end]] of sections.entries()) {
    let sum = 0
    for (let line = start; line <= end; line++) sum += worth[line]!
    const density = sum / Math.sqrt(end - start + 1)
    if (density > most) [best, most] = [i, density]
  }
  return best
}

function bestLine(worth: readonly number[], start: number, end: number): number {
  let best = start
  for (let line = start; line <= end; line++) if (worth[line]! > worth[best]!) best = line
  return best
}

function firstText(lines: readonly string[]): number {
  return Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ''),
  )
}

/** Ranges from a line on, each inside of the next. Two lines down for one up: what follows explains. */
function growth(units: readonly LineRange[], sections: readonly LineRange[], from: number): LineRange[] {
  let [start, end] = units[from]!
  const at = sections.findIndex(([, last]) => last >= from)
  const [top, bottom] = sections[at]!
  const steps: LineRange[] = [[start, end]]
  const grow = () => steps.length < maxSteps && steps.push([start, end])
  for (let turn = 0; (start > top || end < bottom) && steps.length < maxSteps; turn++) {
    const down = end < bottom && (turn % 3 !== 2 || start <= top)
    if (down) end = units[end + 1]![1]
    else start = units[start - 1]![0]
    grow()
  }
  for (let above = at - 1, below = at + 1; above >= 0 || below < sections.length; above--, below++) {
    if (below < sections.length) end = Math.max(end, sections[below]![1])
    grow()
    if (above >= 0) start = Math.min(start, sections[above]![0])
    grow()
  }
  return steps
}

/** Line by line about, then exactly: counting a passage costs as much as it is long. */
function largest(
  lines: readonly string[],
  steps: readonly LineRange[],
  room: ExcerptLimit,
): LineRange | null {
  let cost = room.frame
  let [first, last] = [steps[0]![0], steps[0]![0] - 1]
  let step = 0
  for (; step < steps.length; step++) {
    const [start, end] = steps[step]!
    while (first > start) cost += room.costOf(lines[--first]!)
    while (last < end) cost += room.costOf(lines[++last]!)
    if (cost > room.most) break
  }
  // One more than seems to fit: what joins lines may cost nothing.
  for (step = Math.min(step, steps.length - 1); step >= 0; step--) {
    const range = trimmed(lines, steps[step]!)
    if (room.fits(range)) return range
  }
  return null
}

function trimmed(lines: readonly string[], [first, last]: LineRange): LineRange {
  let start = first
  let end = last
  while (start < end && lines[start]!.trim() === '') start++
  while (end > start && lines[end]!.trim() === '') end--
  return [start, end]
}
