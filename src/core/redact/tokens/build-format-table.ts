import type { TokenRow } from '../formats/format.ts'
import { type FormatTable, printRow, type TablePlace } from './format-table.ts'
import {
  atTheEnd,
  beforeRun,
  beforeRunInWord,
  behindWord,
  hasSign,
  inMiddle,
  inRun,
  inWord,
  isInRun,
  isSure,
  minRunLength,
  parseToken,
  searchedFor,
  type Token,
} from './token.ts'
import type { ShapePart } from './token-shape.ts'

// Computes how the search finds each format. The build does this once, so that no process has to.

export function buildFormatTable(rows: readonly TokenRow[]): FormatTable {
  const places = rows.map(computePlace)
  const searched = rows.filter((_, i) => (places[i]!.uses & searchedFor) !== 0)
  return {
    ids: rows.map(({ id }) => id).join('\n'),
    shapes: rows.map((row, i) => printRow(places[i]!, row)).join('\n'),
    pairs: places.flatMap((place, i) => (isPair(place) ? [i] : [])),
    searches: [...new Set(searched.map((row) => searchText(parseToken(row))))],
  }
}

function isPair({ begin, uses }: TablePlace): boolean {
  return begin.length === 2 && (uses & (searchedFor - 1)) !== 0
}

function computePlace(row: TokenRow): TablePlace {
  const token = parseToken(row)
  const { anchor, before } = token
  const uses = before.length === 0 ? computeUses(anchor, row) : usesAround(anchor, before)
  const tail = tailLength(anchor)
  const ahead = uses === 0 && firstRun(token) + tail < minRunLength ? 0 : anchor.length - tail
  return {
    begin: anchor.slice(0, 3),
    uses: uses | (uses === 0 && ahead === 0 ? lonely(anchor) : isAlone(token) ? searchedFor : 0),
    head: ahead === 0 ? '' : anchor.slice(Math.max(0, ahead - 2)).slice(0, 2),
    ahead,
  }
}

function lonely(anchor: string): number {
  return isInRun(anchor) ? atTheEnd : searchedFor
}

/** A long address may be followed by nothing that leads the search to it. */
function isAlone(token: Token): boolean {
  return token.before.length === 0 && token.anchor.length > 16 && isShort(token)
}

/** Few texts to search for: a sign is rare, and several anchors begin with the same one. */
function searchText({ anchor }: Token): string {
  return isInRun(anchor[0]!) ? anchor : anchor.slice(0, 2)
}

/** How a format is looked for that begins with its anchor. */
function computeUses(
  anchor: string,
  { shape, sure }: { readonly shape: string; readonly sure?: boolean | undefined },
): number {
  const glued = anchor.length >= 4 || (anchor.length === 3 && (hasSign(anchor) || isNarrow(shape)))
  const before = beforeRun | (anchor.length >= 4 && isSure(anchor, sure) ? beforeRunInWord : 0)
  const behind = anchor.length >= 3 && !isNarrow(shape) ? behindWord : 0
  return isInRun(anchor) ? inRun | before | behind | (glued ? inWord : 0) : before | behind
}

/** How a format is looked for that has a run before its anchor. 0: nothing but a search for the anchor finds it. */
function usesAround(anchor: string, before: readonly ShapePart[]): number {
  return isInRun(anchor) && before.every((part) => isInRun(typeof part === 'string' ? part : part.characters))
    ? inMiddle
    : 0
}

/** One run of digits or of letters of one case: no text in base64 has that by chance. */
function isNarrow(shape: string): boolean {
  return /^[^{]*\{(?:digit|hex|HEX|xdigit|lower|upper|lower-alnum|upper-alnum):\d\d+\}$/.test(shape)
}

/** No part of it is long enough for one run of it to be visited for sure. */
function isShort({ after, anchor }: Token): boolean {
  return !isInRun(anchor) && after.every((part) => typeof part === 'string' || part.min < minRunLength)
}

/** How many characters follow the anchor, at least, before one breaks the run. */
function firstRun({ after }: Token): number {
  let count = 0
  for (const part of after) {
    if (typeof part === 'string') {
      const own = /^[\w-]*/.exec(part)![0].length
      count += own
      if (own < part.length) break
    } else if (isInRun(part.characters)) count += part.min
    else break
  }
  return count
}

/** How many characters at the end of an anchor belong to the run. */
function tailLength(anchor: string): number {
  let head = anchor.length
  while (head > 0 && isInRun(anchor[head - 1]!)) head--
  return anchor.length - head
}
