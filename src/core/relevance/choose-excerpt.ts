import { findReferences, type Reference } from './references.ts'
import { type DocumentScan, type LineRange, listSections } from './scan-document.ts'
import { extractTerms, type WeightedTerm } from './terms.ts'

/** The terms and keys that make a passage relevant. */
export interface ExcerptQuery {
  readonly terms: readonly WeightedTerm[]
  /** Keys of the active documents. A line that names one of them scores high. */
  readonly keys: ReadonlySet<string>
}

/** More than any budget needs. */
const maxSteps = 2000

/** The size limit of an excerpt. */
export interface ExcerptLimit {
  /** Estimates the cost of a line. `frame` is the fixed cost of an excerpt. */
  costOf(line: string): number
  readonly frame: number
  readonly most: number
  /** Checks the exact cost. */
  fits(range: LineRange): boolean
}

/**
 * Chooses the largest passage around the best line that fits: whole lines, whole code fences. It grows inside its section, then section by
 * section, up to the whole document. Null if not even the title line fits.
 */
export function chooseExcerpt(
  path: string,
  scanned: DocumentScan,
  query: ExcerptQuery,
  limit: ExcerptLimit,
): LineRange | null {
  const { lines, titleLine } = scanned
  const blocks = findBlocks(scanned)
  const scores = scoreLines(scanned, query, findReferences(path, scanned))
  const sections = listSections(scanned)
  const [start, end] = sections[findBestSection(sections, scores)]!
  for (const from of [findBestLine(scores, start, end), start, titleLine ?? findFirstText(lines)]) {
    const range = findLargestFit(lines, growRange(blocks, sections, from), limit)
    if (range !== null) return range
  }
  return null
}

/** Returns for each line the range that must stay together with it. */
function findBlocks({ lines, fences }: DocumentScan): readonly LineRange[] {
  const blocks: LineRange[] = lines.map((_, i) => [i, i])
  for (const fence of fences) for (let i = fence[0]; i <= fence[1]; i++) blocks[i] = fence
  return blocks
}

function scoreLines(
  { lines, headings }: DocumentScan,
  { terms, keys }: ExcerptQuery,
  references: readonly Reference[],
): number[] {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]))
  const scores = lines.map((line) => {
    let sum = 0
    for (const term of new Set(extractTerms(line))) sum += weights.get(term) ?? 0
    return sum
  })
  for (const { line } of headings) scores[line]! *= 2
  const most = Math.max(1, ...terms.map(({ weight }) => weight))
  for (const { key, line } of references) if (keys.has(key)) scores[line]! += 2 * most
  return scores
}

/** Finds the section with the best score. The score is damped by length, or long sections would always win. */
function findBestSection(sections: readonly LineRange[], scores: readonly number[]): number {
  let best = 0
  let most = 0
  for (const [i, [start, end]] of sections.entries()) {
    let sum = 0
    for (let line = start; line <= end; line++) sum += scores[line]!
    const density = sum / Math.sqrt(end - start + 1)
    if (density > most) [best, most] = [i, density]
  }
  return best
}

function findBestLine(scores: readonly number[], start: number, end: number): number {
  let best = start
  for (let line = start; line <= end; line++) if (scores[line]! > scores[best]!) best = line
  return best
}

function findFirstText(lines: readonly string[]): number {
  return Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ''),
  )
}

/** Returns growing ranges around a line. They grow two lines down for one up, because the text that follows explains the line. */
function growRange(blocks: readonly LineRange[], sections: readonly LineRange[], from: number): LineRange[] {
  let [start, end] = blocks[from]!
  const at = sections.findIndex(([, last]) => last >= from)
  const [top, bottom] = sections[at]!
  const steps: LineRange[] = [[start, end]]
  const grow = () => steps.length < maxSteps && steps.push([start, end])
  for (let turn = 0; (start > top || end < bottom) && steps.length < maxSteps; turn++) {
    const down = end < bottom && (turn % 3 !== 2 || start <= top)
    if (down) end = blocks[end + 1]![1]
    else start = blocks[start - 1]![0]
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

/** Finds the largest range that fits. It estimates line by line first, because exact counting costs time for each character. */
function findLargestFit(
  lines: readonly string[],
  steps: readonly LineRange[],
  limit: ExcerptLimit,
): LineRange | null {
  let cost = limit.frame
  let [first, last] = [steps[0]![0], steps[0]![0] - 1]
  let step = 0
  for (; step < steps.length; step++) {
    const [start, end] = steps[step]!
    while (first > start) cost += limit.costOf(lines[--first]!)
    while (last < end) cost += limit.costOf(lines[++last]!)
    if (cost > limit.most) break
  }
  // Try one step more than the estimate, because line breaks may cost nothing.
  for (step = Math.min(step, steps.length - 1); step >= 0; step--) {
    const range = trimBlankLines(lines, steps[step]!)
    if (limit.fits(range)) return range
  }
  return null
}

function trimBlankLines(lines: readonly string[], [first, last]: LineRange): LineRange {
  let start = first
  let end = last
  while (start < end && lines[start]!.trim() === '') start++
  while (end > start && lines[end]!.trim() === '') end--
  return [start, end]
}
