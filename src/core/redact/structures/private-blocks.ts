import { measureRandomness } from '../randomness.ts'
import type { Span } from '../span.ts'

// Private keys as blocks of text: complete, cut off at either end, quoted, indented, or inside a string of a programming language.

/** The longest label that a block can have. */
const maxLabelLength = 64
/** No private key is longer than this. */
const maxBlockLength = 64 * 1024
/** A block with fewer characters is an example that leaves the key out. */
const minKeyLength = 8
/** The least number of characters between a BEGIN and an END line. An ellipsis is shorter. */
const minClosedLength = 4

/** Every block contains one of these words. */
const requiredWords = ['PRIVATE KEY', 'SECRET KEY', 'Private-Lines']

/** Finds the private blocks of a text. `gapAt`: the offset at which text is missing. A key that began in the missing text may end after it. */
export function findPrivateBlocks(text: string, gapAt?: number): Span[] {
  if (!requiredWords.some((word) => text.includes(word))) return []
  const spans: Span[] = []
  let from = 0
  for (let at = text.indexOf('BEGIN ', from); at !== -1; at = text.indexOf('BEGIN ', from)) {
    from = at + 6
    const begin = findBoundary(text, at, 'BEGIN ')
    if (begin === null) continue
    const close = findBlockEnd(text, begin.end)
    if (close === null) continue
    spans.push({ start: begin.start, end: close })
    from = Math.max(from, close)
  }
  for (const span of findOrphanedEnds(text, spans, gapAt)) spans.push(span)
  for (const span of findPuttyKeys(text)) spans.push(span)
  return spans
}

/** Finds the BEGIN or END line of a private key around `at`: dashes, the word and a label. Null if there is none. */
function findBoundary(text: string, at: number, word: string): Span | null {
  let start = at
  if (text[start - 1] === ' ') start--
  const dashes = start
  while (start > 0 && dashes - start < 5 && text[start - 1] === '-') start--
  if (dashes - start < 4) return null
  const labelStart = at + word.length
  let labelEnd = labelStart
  while (labelEnd - labelStart < maxLabelLength && isLabel(text.charCodeAt(labelEnd))) labelEnd++
  if (!/PRIVATE KEY|SECRET KEY/.test(text.slice(labelStart, labelEnd))) return null
  let end = labelEnd
  while (end - labelEnd < 5 && text[end] === '-') end++
  return { start, end }
}

function isLabel(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 32
}

/** The dashes and quotation marks between the body of a block and the word END take at most this many characters. */
const maxGapLength = 32

/** Finds the end of the block whose first line ends at `from`: the end of its END line or of its body. Null if the text only mentions a key. */
function findBlockEnd(text: string, from: number): number | null {
  const body = readBody(text, from)
  const stop = text.slice(body.end, body.end + maxGapLength).indexOf('END ')
  const close = stop === -1 ? null : findBoundary(text, body.end + stop, 'END ')
  if (body.characters < (close === null ? minKeyLength : minClosedLength)) return null
  return close?.end ?? body.end
}

interface Body {
  readonly end: number
  /** The number of characters that belong to the key. */
  readonly characters: number
}

/** Reads lines as long as they look like part of a key. A line also ends at a \n that is written as an escape. */
function readBody(text: string, from: number): Body {
  const limit = Math.min(text.length, from + maxBlockLength)
  let at = from
  let end = from
  let characters = 0
  while (at < limit) {
    const lineEnd = findLineEnd(text, at, limit)
    const key = countKeyCharacters(text.slice(at, Math.min(lineEnd, at + 4096)))
    if (key === null) break
    characters += key
    if (key > 0) end = findVisibleEnd(text, at, lineEnd)
    const lineBreak = measureLineBreak(text, lineEnd)
    if (lineBreak === 0) break
    at = lineEnd + lineBreak
  }
  return { end, characters }
}

/** Counts the characters of a line that belong to a key; null if the line is something else. */
function countKeyCharacters(line: string): number | null {
  const bare = line.replace(/^[\s>#*|;/"'`,+]+/, '').replace(/[\s"'`,+\\;)\]}]+$/, '')
  if (
    bare === '' ||
    /^(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|MessageID|Subject|x-[\w-]+): /i.test(bare)
  )
    return 0
  if (/^[A-Za-z0-9+/]{4,}={0,3}$/.test(bare) && (bare.length >= 16 || /[0-9+/=A-Z]/.test(bare)))
    return bare.length
  return /^=[A-Za-z0-9+/]{4}$/.test(bare) || /^[A-Za-z0-9+/]{1,3}={1,3}$/.test(bare)
    ? 4
    : countJoinedKey(bare)
}

/** Counts the characters of a key whose line ends were lost or became spaces; null if the line is something else. */
function countJoinedKey(bare: string): number | null {
  if (bare.length < 32 || !/^[A-Za-z0-9+/=]+(?:[ ,;][A-Za-z0-9+/=]+)*$/.test(bare)) return null
  return /^[^ ,;]{16}/.test(bare) || measureRandomness(bare) > 0.25 ? bare.length : null
}

function findLineEnd(text: string, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) return at
    // Five dashes begin the END line, which can follow on the same line.
    if (code === 45 && text.startsWith('-----', at)) return at
    if (code === 92 && measureLineBreak(text, at) > 0) return at
  }
  return limit
}

/** The length of the line end at `at`, which may be written as `\n` or `\\n` in a string; 0 if there is none. */
function measureLineBreak(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === 10 || code === 13) return 1
  if (code !== 92) return 0
  let end = at
  while (end - at < 8 && text[end] === '\\') end++
  return text[end] === 'n' || text[end] === 'r' ? end - at + 1 : 0
}

function findVisibleEnd(text: string, from: number, end: number): number {
  let last = end
  while (last > from && /[\s"'`,+]/.test(text[last - 1]!)) last--
  return last
}

/** Finds the ends of blocks that begin in missing text. */
function findOrphanedEnds(text: string, blocks: readonly Span[], gapAt: number | undefined): Span[] {
  const spans: Span[] = []
  let floor = 0
  let block = 0
  for (let at = text.indexOf('END '); at !== -1; at = text.indexOf('END ', at + 4)) {
    const close = findBoundary(text, at, 'END ')
    if (close === null) continue
    while (block < blocks.length && blocks[block]!.end < close.end)
      floor = Math.max(floor, blocks[block++]!.end)
    if (block < blocks.length && blocks[block]!.start <= close.start) continue
    const start = findBodyStart(text, Math.max(floor, close.start - maxBlockLength), close.start)
    const withGap =
      gapAt !== undefined && gapAt >= floor && gapAt <= close.start ? Math.min(start, gapAt) : start
    if (withGap < close.start) spans.push({ start: withGap, end: close.end })
    floor = close.end
  }
  return spans
}

function findBodyStart(text: string, floor: number, end: number): number {
  let start = end
  let characters = 0
  for (let lineEnd = end; lineEnd > floor; ) {
    const lineStart = Math.max(floor, text.lastIndexOf('\n', lineEnd - 1) + 1)
    if (lineEnd - lineStart > 4096) break
    const key = countKeyCharacters(text.slice(lineStart, lineEnd))
    if (key === null) break
    if (key > 0) start = lineStart
    characters += key
    lineEnd = lineStart - 1
  }
  return characters >= minKeyLength ? start : end
}

/** Finds keys in PuTTY's format. The number after "Private-Lines" is ignored, because a text can be wrong about it. */
function findPuttyKeys(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('Private-Lines: '); at !== -1; at = text.indexOf('Private-Lines: ', at + 15)) {
    const lineEnd = findLineEnd(text, at, Math.min(text.length, at + 40))
    const body = readBody(text, lineEnd + measureLineBreak(text, lineEnd))
    if (body.characters >= minKeyLength)
      spans.push({ start: lineEnd + measureLineBreak(text, lineEnd), end: body.end })
  }
  return spans
}
