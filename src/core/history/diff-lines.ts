import { computeEditPath } from './edit-path.ts'

export interface DiffLine {
  readonly op: ' ' | '-' | '+'
  readonly text: string
}

export interface Hunk {
  /** First line, from 1, and number of lines. With no lines, the line before, as in patches. */
  readonly before: readonly [number, number]
  readonly after: readonly [number, number]
  readonly lines: readonly DiffLine[]
}

/** Returns the changes between two texts, each with up to `context` unchanged lines around it. */
export function diffLines(before: readonly string[], after: readonly string[], context = 3): Hunk[] {
  const lines = listDiffLines(before, after)
  const changed = lines.flatMap(({ op }, i) => (op === ' ' ? [] : [i]))
  const position = { next: 0, before: 0, after: 0 }
  return findSpans(changed, context, lines.length).map(([from, to]) => {
    // The lines between two hunks are unchanged, so both sides advance equally.
    const skipped = from - position.next
    const start = { before: position.before + skipped, after: position.after + skipped }
    const hunk = makeHunk(lines.slice(from, to), start)
    position.next = to
    position.before = start.before + hunk.before[1]
    position.after = start.after + hunk.after[1]
    return hunk
  })
}

function makeHunk(lines: readonly DiffLine[], start: { before: number; after: number }): Hunk {
  const range = (first: number, other: '-' | '+'): [number, number] => {
    const count = lines.filter(({ op }) => op !== other).length
    return [count === 0 ? first : first + 1, count]
  }
  return { before: range(start.before, '+'), after: range(start.after, '-'), lines }
}

/** Finds the ranges [from, to) of lines to show. Ranges that touch are merged. */
function findSpans(changed: readonly number[], context: number, length: number): [number, number][] {
  const spans: [number, number][] = []
  for (const at of changed) {
    const [from, to] = [Math.max(0, at - context), Math.min(length, at + 1 + context)]
    const last = spans.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = to
    else spans.push([from, to])
  }
  return spans
}

function listDiffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = []
  let [a, b] = [0, 0]
  for (const op of computeEditPath(before, after)) {
    lines.push({ op, text: op === '+' ? after[b]! : before[a]! })
    if (op !== '+') a++
    if (op !== '-') b++
  }
  return lines
}
