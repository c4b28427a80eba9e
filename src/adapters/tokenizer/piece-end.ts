import { LOWER, NEWLINE, NUMBER, SPACE, UPPER, WORD } from './table-header.ts'
import type { TokenTable } from './token-table.ts'

// o200k's published pattern, walked by hand over UTF-8:
//   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//   \p{N}{1,3}
//    ?[^\s\p{L}\p{N}]+[\r\n/]*
//   \s*[\r\n]+
//   \s+(?!\S)
//   \s+
// Not a RegExp: JavaScript's \s is not White_Space, and V8 keeps a backtrack entry per character of a long run.

/** Past the end, no character may lead a word and no run continues. */
const END = WORD

/** Returns the end of the piece that starts at `at`. Each byte is read a bounded number of times over all pieces. */
export function findPieceEnd(table: TokenTable, bytes: Uint8Array, at: number): number {
  const kind = readKind(table, bytes, at)
  const next = at + width(bytes[at]!)
  if (kind & (UPPER | LOWER)) return findContractionEnd(bytes, findWordEnd(table, bytes, at))
  if (kind & NUMBER) return findNumberEnd(table, bytes, next)
  if (!(kind & NEWLINE)) {
    const word = findWordEnd(table, bytes, next)
    if (word > next) return findContractionEnd(bytes, word)
  }
  const mark = bytes[at] === 0x20 ? next : at
  if (!(readKind(table, bytes, mark) & (WORD | SPACE))) return findPunctuationEnd(table, bytes, mark)
  return findSpaceEnd(table, bytes, at)
}

/** The first two lines of the pattern after their optional lead; returns `at` if neither matches. */
function findWordEnd(table: TokenTable, bytes: Uint8Array, at: number): number {
  let end = at
  let afterLower = at
  let kind = readKind(table, bytes, end)
  while (kind & UPPER) {
    end += width(bytes[end]!)
    if (kind & LOWER) afterLower = end
    kind = readKind(table, bytes, end)
  }
  const capitals = end
  while (kind & LOWER) {
    end += width(bytes[end]!)
    kind = readKind(table, bytes, end)
  }
  if (end > capitals) return end
  // The pattern gives capitals back rather than match no lower-case character.
  return afterLower > at ? afterLower : capitals
}

function findContractionEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 0x27) return at
  const first = String.fromCharCode(bytes[at + 1]! | 0x20)
  if ('stmd'.includes(first)) return at + 2
  // Ignoring case, the long s (U+017F) is an s.
  if (bytes[at + 1] === 0xc5 && bytes[at + 2] === 0xbf) return at + 3
  const both = first + String.fromCharCode(bytes[at + 2]! | 0x20)
  return both === 're' || both === 've' || both === 'll' ? at + 3 : at
}

function findNumberEnd(table: TokenTable, bytes: Uint8Array, second: number): number {
  let end = second
  for (let digits = 1; digits < 3 && readKind(table, bytes, end) & NUMBER; digits++) end += width(bytes[end]!)
  return end
}

function findPunctuationEnd(table: TokenTable, bytes: Uint8Array, at: number): number {
  let end = at
  while (!(readKind(table, bytes, end) & (WORD | SPACE))) end += width(bytes[end]!)
  while (bytes[end] === 0x0a || bytes[end] === 0x0d || bytes[end] === 0x2f) end++
  return end
}

function findSpaceEnd(table: TokenTable, bytes: Uint8Array, at: number): number {
  let end = at
  let last = at
  let afterNewline = at
  for (let kind = readKind(table, bytes, end); kind & SPACE; kind = readKind(table, bytes, end)) {
    last = end
    end += width(bytes[end]!)
    if (kind & NEWLINE) afterNewline = end
  }
  if (afterNewline > at) return afterNewline
  // The last white space before a word belongs to the word.
  return end < bytes.length && last > at ? last : end
}

function readKind(table: TokenTable, bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return END
  const lead = bytes[at]!
  if (lead < 0x80) return table.kindBlocks[lead]!
  const point = decodePoint(bytes, at, lead)
  return table.kindBlocks[(table.kindIndex[point >> 8]! << 8) | (point & 0xff)]!
}

/** The bytes come from an encoder, so they are well-formed. */
function decodePoint(bytes: Uint8Array, at: number, lead: number): number {
  const second = bytes[at + 1]! & 0x3f
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second
  const third = bytes[at + 2]! & 0x3f
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (second << 6) | third
  return ((lead & 0x07) << 18) | (second << 12) | (third << 6) | (bytes[at + 3]! & 0x3f)
}

function width(lead: number): number {
  if (lead < 0x80) return 1
  if (lead < 0xe0) return 2
  return lead < 0xf0 ? 3 : 4
}
