import type { SourceLine } from '../../values/index.ts'

export type CountText = (text: string) => number

/** Texts that a cut must not split, such as the redaction marker. */
export type UnsplittableTexts = readonly string[]

/** Returns the length of the longest beginning that counts at most `amount`, in UTF-16 units, at a character boundary. */
export function measureHeadCut(
  text: string,
  amount: number,
  count: CountText,
  atoms: UnsplittableTexts,
): number {
  const fits = (length: number) => count(text.slice(0, length)) <= amount
  return findBoundaryBefore(text, findLongest(text.length, amount, fits), atoms, fits)
}

/** Returns the length of the longest end that counts at most `amount`. */
export function measureTailCut(
  text: string,
  amount: number,
  count: CountText,
  atoms: UnsplittableTexts,
): number {
  const fits = (length: number) => count(text.slice(text.length - length)) <= amount
  const length = findLongest(text.length, amount, fits)
  let start = findBoundaryAfter(text, text.length - length, atoms)
  while (start < text.length && !fits(text.length - start)) start = findBoundaryAfter(text, start + 1, atoms)
  return text.length - start
}

/** Bisects. Token counts are not quite monotonic, so callers check the result. */
function findLongest(length: number, amount: number, fits: (length: number) => boolean): number {
  // Grow first, so that a small piece of a large text does not need a count of the whole text.
  let high = Math.min(length, amount * 4 + 16)
  while (high < length && fits(high)) high = Math.min(length, high * 2)
  if (fits(high)) return high
  let low = 0
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

function findBoundaryBefore(
  text: string,
  at: number,
  atoms: UnsplittableTexts,
  fits: (length: number) => boolean,
): number {
  let cut = at
  for (;;) {
    cut = moveOutsideAtoms(text, characterStart(text, cut), atoms, 'before')
    if (cut === 0 || fits(cut)) return cut
    cut--
  }
}

function findBoundaryAfter(text: string, at: number, atoms: UnsplittableTexts): number {
  const start = characterStart(text, at)
  const next = start === at ? at : characterEnd(text, at)
  return moveOutsideAtoms(text, next, atoms, 'after')
}

// Long enough for any emoji sequence. A longer run of combining marks is cut between code points.
const reach = 48

/** Creates a segmenter each time (25 µs), because its tables take long to load and most packets are never cut. */
function segmentAt(text: string, at: number): Intl.SegmentData | undefined {
  return new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text).containing(at)
}

function characterStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length))
  if (isPlain(text.charCodeAt(at - 1)) && isPlain(text.charCodeAt(at))) return at
  const from = codePointStart(text, Math.max(0, at - reach))
  const segment = segmentAt(text.slice(from, at + reach), at - from)
  return segment === undefined ? codePointStart(text, at) : from + segment.index
}

/** Two such units are always two characters. Asking the segmenter would take long. */
function isPlain(unit: number): boolean {
  return unit < 0x7f && unit !== 0x0d
}

function characterEnd(text: string, at: number): number {
  const from = codePointStart(text, Math.max(0, at - reach))
  const segment = segmentAt(text.slice(from, at + reach), at - from)
  const end = segment === undefined ? at + 1 : from + segment.index + segment.segment.length
  return codePointStart(text, end) === end ? end : end + 1
}

function codePointStart(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const before = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit < 0xe000 && before >= 0xd800 && before < 0xdc00 ? at - 1 : at
}

function moveOutsideAtoms(
  text: string,
  at: number,
  atoms: UnsplittableTexts,
  side: 'before' | 'after',
): number {
  for (const atom of atoms) {
    const from = Math.max(0, at - atom.length + 1)
    const hit = text.slice(from, at + atom.length - 1).indexOf(atom)
    if (hit !== -1 && from + hit < at && from + hit + atom.length > at) {
      return side === 'before' ? from + hit : from + hit + atom.length
    }
  }
  return at
}

/** Returns the first `length` units of the joined lines. */
export function takeHead(lines: readonly SourceLine[], length: number): SourceLine[] {
  const taken: SourceLine[] = []
  let left = length
  for (const line of lines) {
    if (left <= 0) break
    if (line.text.length <= left) taken.push(line)
    // Leave out a half fence line, because it would not be a fence.
    else if (line.fence === taken.at(-1)?.fence) taken.push({ ...line, text: line.text.slice(0, left) })
    left -= line.text.length + 1
  }
  return taken
}

/** Returns the last `length` units of the joined lines. If they start inside a fence, the fence is opened again. */
export function takeTail(lines: readonly SourceLine[], length: number): SourceLine[] {
  const taken: SourceLine[] = []
  let left = length
  let i = lines.length - 1
  for (; i >= 0 && left > 0; i--) {
    const line = lines[i]!
    const text = line.text.slice(Math.max(0, line.text.length - left))
    left -= line.text.length + 1
    const whole = text.length === line.text.length
    if (!whole && (line.fence !== lines[i - 1]?.fence || /^\s*([`~])\1\1/.test(text))) continue
    taken.push(whole ? line : { ...line, text })
  }
  taken.reverse()
  const first = taken[0]
  const openBefore = first === undefined ? undefined : lines[lines.length - taken.length - 1]?.fence
  return openBefore === undefined
    ? taken
    : [{ text: openBefore, at: 0, label: first?.label, fence: openBefore }, ...taken]
}

/** Closes an open fence, because a section must not end inside one. */
export function closeFence(lines: readonly SourceLine[]): readonly SourceLine[] {
  const last = lines.at(-1)
  return last?.fence === undefined ? lines : [...lines, { text: last.fence, at: 0, label: last.label }]
}
