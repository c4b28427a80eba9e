import { measureRandomness } from '../randomness.ts'
import type { Span } from '../span.ts'

// Private keys as blocks of text: whole, cut off at either end, quoted, indented, or inside a string of another language.

/** The longest label that a block can have. */
const maxLabelLength = 64
/** No private key is longer than this. */
const maxBlockLength = 64 * 1024
/** With fewer characters between its lines it is an example that leaves the key out. */
const minKeyLength = 8
/** The least number of characters between a BEGIN and an END line. An ellipsis is shorter. */
const minClosedLength = 4

/** Every block has one of these. */
const words = ['PRIVATE KEY', 'SECRET KEY', 'Private-Lines']

/** Private blocks of a text. `gapAt`: where text is missing; what follows may be the end of a key that began there. */
export function findPrivateBlocks(text: string, gapAt?: number): Span[] {
  if (!words.some((word) => text.includes(word))) return []
  const spans: Span[] = []
  let from = 0
  for (let at = text.indexOf('BEGIN ', from); at !== -1; at = text.indexOf('BEGIN ', from)) {
    from = at + 6
    const begin = findBoundary(text, at, 'BEGIN ')
    if (begin === null) continue
    const close = endOfBlock(text, begin.end)
    if (close === null) continue
    spans.push({ start: begin.start, end: close })
    from = Math.max(from, close)
  }
  for (const span of orphans(text, spans, gapAt)) spans.push(span)
  for (const span of puttyKeys(text)) spans.push(span)
  return spans
}

/** The dashes, the word and the label of a private key around `at`; null if they are something else. */
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

/** Between the body of a block and the word END there are dashes, and what quotes them. */
const nearby = 32

/** Finds the end of the block whose first line ends at `from`: its last line, or the end of its body. Null if the text only mentions a key. */
function endOfBlock(text: string, from: number): number | null {
  const body = readBody(text, from)
  const stop = text.slice(body.end, body.end + nearby).indexOf('END ')
  const close = stop === -1 ? null : findBoundary(text, body.end + stop, 'END ')
  if (body.characters < (close === null ? minKeyLength : minClosedLength)) return null
  return close?.end ?? body.end
}

interface Body {
  readonly end: number
  /** How many characters of key there are. */
  readonly characters: number
}

/** Pieces between line ends, real ones and those written as \n, as long as they look like the inside of a key. */
function readBody(text: string, from: number): Body {
  const limit = Math.min(text.length, from + maxBlockLength)
  let at = from
  let end = from
  let characters = 0
  while (at < limit) {
    const lineEnd = nextLineEnd(text, at, limit)
    const key = keyOnLine(text.slice(at, Math.min(lineEnd, at + 4096)))
    if (key === null) break
    characters += key
    if (key > 0) end = lastVisible(text, at, lineEnd)
    const lineBreak = lineBreakLength(text, lineEnd)
    if (lineBreak === 0) break
    at = lineEnd + lineBreak
  }
  return { end, characters }
}

/** How much key a line holds; null if it holds something else. */
function keyOnLine(line: string): number | null {
  const bare = line.replace(/^[\s>#*|;/"'`,+]+/, '').replace(/[\s"'`,+\\;)\]}]+$/, '')
  if (
    bare === '' ||
    /^(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|MessageID|Subject|x-[\w-]+): /i.test(bare)
  )
    return 0
  if (/^[A-Za-z0-9+/]{4,}={0,3}$/.test(bare) && (bare.length >= 16 || /[0-9+/=A-Z]/.test(bare)))
    return bare.length
  return /^=[A-Za-z0-9+/]{4}$/.test(bare) || /^[A-Za-z0-9+/]{1,3}={1,3}$/.test(bare) ? 4 : oddKey(bare)
}

/** A whole key on one line, with line ends lost or turned into spaces. */
function oddKey(bare: string): number | null {
  if (bare.length < 32 || !/^[A-Za-z0-9+/=]+(?:[ ,;][A-Za-z0-9+/=]+)*$/.test(bare)) return null
  return /^[^ ,;]{16}/.test(bare) || measureRandomness(bare) > 0.25 ? bare.length : null
}

function nextLineEnd(text: string, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) return at
    // Five dashes: the last line of the block, on the same line.
    if (code === 45 && text.startsWith('-----', at)) return at
    if (code === 92 && lineBreakLength(text, at) > 0) return at
  }
  return limit
}

/** A line end, or one written as `\n` or `\\n` in a string. */
function lineBreakLength(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === 10 || code === 13) return 1
  if (code !== 92) return 0
  let end = at
  while (end - at < 8 && text[end] === '\\') end++
  return text[end] === 'n' || text[end] === 'r' ? end - at + 1 : 0
}

function lastVisible(text: string, from: number, end: number): number {
  let last = end
  while (last > from && /[\s"'`,+]/.test(text[last - 1]!)) last--
  return last
}

/** Ends of blocks that begin in a part of the text that is missing. */
function orphans(text: string, blocks: readonly Span[], gapAt: number | undefined): Span[] {
  const spans: Span[] = []
  let floor = 0
  let block = 0
  for (let at = text.indexOf('END '); at !== -1; at = text.indexOf('END ', at + 4)) {
    const close = findBoundary(text, at, 'END ')
    if (close === null) continue
    while (block < blocks.length && blocks[block]!.end < close.end)
      floor = Math.max(floor, blocks[block++]!.end)
    if (block < blocks.length && blocks[block]!.start <= close.start) continue
    const start = bodyBefore(text, Math.max(floor, close.start - maxBlockLength), close.start)
    const withGap =
      gapAt !== undefined && gapAt >= floor && gapAt <= close.start ? Math.min(start, gapAt) : start
    if (withGap < close.start) spans.push({ start: withGap, end: close.end })
    floor = close.end
  }
  return spans
}

function bodyBefore(text: string, floor: number, end: number): number {
  let start = end
  let characters = 0
  for (let lineEnd = end; lineEnd > floor; ) {
    const lineStart = Math.max(floor, text.lastIndexOf('\n', lineEnd - 1) + 1)
    if (lineEnd - lineStart > 4096) break
    const key = keyOnLine(text.slice(lineStart, lineEnd))
    if (key === null) break
    if (key > 0) start = lineStart
    characters += key
    lineEnd = lineStart - 1
  }
  return characters >= minKeyLength ? start : end
}

/** PuTTY's own format: the private lines, however many it says there are. */
function puttyKeys(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('Private-Lines: '); at !== -1; at = text.indexOf('Private-Lines: ', at + 15)) {
    const lineEnd = nextLineEnd(text, at, Math.min(text.length, at + 40))
    const body = readBody(text, lineEnd + lineBreakLength(text, lineEnd))
    if (body.characters >= minKeyLength)
      spans.push({ start: lineEnd + lineBreakLength(text, lineEnd), end: body.end })
  }
  return spans
}
