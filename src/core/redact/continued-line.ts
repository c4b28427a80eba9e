import { measureRandomness } from './randomness.ts'
import type { Finding } from './span.ts'

const maxLineLength = 512

/** Extends a secret that ends with its line over the next line, if that line contains only the rest of the secret. */
export function extendOverContinuedLine(text: string, span: Finding, starts: ReadonlySet<number>): Finding {
  if (span.open !== true) return span
  const next = text.charCodeAt(span.end)
  // Only a line end, or a character that may precede one, can follow.
  if (!(next === 10 || next === 13 || next === 92 || next === 34 || next === 39 || next === 32)) return span
  const rest =
    /^(?:["'`]?\s?[\\+]?)?\r?\n[ \t>#*|]{0,40}["'`]?([A-Za-z0-9_\-+/=.]{4,})(?=["'`,;)]{0,2}\r?(?:\n|$))/.exec(
      text.slice(span.end, span.end + maxLineLength),
    )
  if (rest === null || !isRest(rest[1]!)) return span
  // A list of secrets is not one secret over many lines.
  if (starts.has(span.end + rest[0].length - rest[1]!.length)) return span
  return { ...span, end: span.end + rest[0].length }
}

/** Whether a line can be the rest of a secret, and not a word or a list item: it has digits and looks random. */
function isRest(piece: string): boolean {
  return piece.length >= 10 && /\d/.test(piece) && (piece.length >= 16 || measureRandomness(piece) > 0.2)
}
