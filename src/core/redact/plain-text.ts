import type { HiddenSpan } from './hidden/find-hidden.ts'
import type { Span } from './span.ts'

/** A replacement, in offsets of the original text. */
export interface TextEdit extends Span {
  readonly with: string
}

/** A text without its hidden characters, and a map to the original text. */
export interface PlainText {
  readonly text: string
  readonly hidden: readonly HiddenSpan[]
  readonly counts: Readonly<Record<string, number>>
  readonly gapAt: number | undefined
  /** Maps the beginning of the character at `at` to the original text. */
  offset(at: number): number
  /** Maps the end of the character before `at` to the original text. */
  offsetBefore(at: number): number
}

export function makePlainText(
  text: string,
  hidden: readonly HiddenSpan[],
  gapAt: number | undefined,
): PlainText {
  if (hidden.length === 0)
    return { text, hidden, counts: {}, gapAt, offset: keepOffset, offsetBefore: keepOffset }
  const pieces: string[] = []
  const counts: Record<string, number> = {}
  /** For each hidden span: its position in the plain text, and how many characters were removed up to its end. */
  const places = new Float64Array(hidden.length)
  const removed = new Float64Array(hidden.length)
  let from = 0
  let removedSoFar = 0
  for (const [i, span] of hidden.entries()) {
    pieces.push(text.slice(from, span.start), span.replacement)
    removedSoFar += span.end - span.start - span.replacement.length
    places[i] = span.end - removedSoFar
    removed[i] = removedSoFar
    counts[span.kind] = (counts[span.kind] ?? 0) + 1
    from = span.end
  }
  pieces.push(text.slice(from))
  const offset = (at: number) => at + (removed[findLastAtMost(places, at)] ?? 0)
  return {
    text: pieces.join(''),
    hidden,
    counts,
    gapAt: gapAt === undefined ? undefined : mapToPlain(hidden, gapAt),
    offset,
    offsetBefore: (at) => (at === 0 ? 0 : offset(at - 1) + 1),
  }
}

const keepOffset = (at: number) => at

function mapToPlain(hidden: readonly HiddenSpan[], at: number): number {
  let removedSoFar = 0
  for (const { start, end, replacement } of hidden)
    if (end <= at) removedSoFar += end - start - replacement.length
  return at - removedSoFar
}

/** Finds the index of the last element that is at most `limit`; -1 if there is none. */
function findLastAtMost(sorted: Float64Array, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Merges both kinds of edits in order. Hidden text inside a secret is replaced with the secret. */
export function mergeEdits(secrets: readonly TextEdit[], hidden: readonly HiddenSpan[]): TextEdit[] {
  if (hidden.length === 0) return [...secrets]
  const edits: TextEdit[] = []
  let next = 0
  for (const secret of secrets) {
    for (; next < hidden.length && hidden[next]!.end <= secret.start; next++)
      edits.push(makeEdit(hidden[next]!))
    edits.push(secret)
    while (next < hidden.length && hidden[next]!.start < secret.end) next++
  }
  for (; next < hidden.length; next++) edits.push(makeEdit(hidden[next]!))
  return edits
}

function makeEdit({ start, end, replacement }: HiddenSpan): TextEdit {
  return { start, end, with: replacement }
}

/** Concatenates strings, because V8 copies the pieces only when the text is read. A caller that reads only the hits pays for no copy. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let clean = ''
  let from = 0
  for (const edit of edits) {
    clean += text.slice(from, edit.start) + edit.with
    from = edit.end
  }
  return clean + text.slice(from)
}
