import { buildCharacterSet } from '../character-sets.ts'
import type { Span } from '../span.ts'

/** A value without its quotes. */
export interface WrittenValue extends Span {
  readonly quoted: boolean
}

const maxValueLength = 512
const opening = /^(?:[@bruf]{0,2}(\\{0,3}["'`]{1,3}|&quot;|%22)|[[({] ?(\\{0,3}["'`]))/i

/** Reads a value up to its closing quote or, without quotes, up to a character that ends a value. */
export function readWrittenValue(text: string, at: number): WrittenValue | null {
  const open = opening.exec(text.slice(at, at + 12))
  const quote = open?.[1] ?? open?.[2]
  if (open === null || quote === undefined) return readBareValue(text, at)
  const start = at + open[0].length
  const end = findClosingQuote(text, start, quote)
  return end === null ? readBareValue(text, start) : { start, end, quoted: true }
}

function findClosingQuote(text: string, from: number, quote: string): number | null {
  const limit = Math.min(text.length, from + maxValueLength)
  const first = quote.charCodeAt(0)
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === 10) return null
    if (code === first && (quote.length === 1 || text.startsWith(quote, at))) return at
    // Skip an escaped character, unless the quotes themselves are escaped.
    if (code === 92 && first !== 92) at++
  }
  return null
}

const ends = buildCharacterSet(' \t\r\n"\'`<>,;')
const trailing = buildCharacterSet(')]}.\\:|')

function readBareValue(text: string, start: number): WrittenValue | null {
  const limit = Math.min(text.length, start + maxValueLength)
  let end = start
  while (end < limit && ends[text.charCodeAt(end)] !== 1) {
    // Stop at the next parameter of a URL.
    if (text.charCodeAt(end) === 38 && /^&(?:amp;)?[\w.-]{1,30}=/.test(text.slice(end, end + 40))) break
    end++
  }
  while (end > start && trailing[text.charCodeAt(end - 1)] === 1) end--
  return end === start ? null : { start, end, quoted: false }
}

/** Finds the end of a value that is longer than the part that was read. */
export function findWholeEnd(text: string, start: number, end: number): number {
  if (end - start < maxValueLength) return end
  let last = end
  while (last < text.length && ends[text.charCodeAt(last)] !== 1) last++
  return last
}
