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

// Computes how the search finds each format. The build does this once, so that no process does it at start-up.

export function buildFormatTable(rows: readonly TokenRow[]): FormatTable {
  const places = rows.map(computePlace)
  const searched = rows.filter((_, i) => (places[i]!.uses & searchedFor) !== 0)
  return {
    ids: rows.map(({ id }) => id).join('\n'),
    shapes: rows.map((row, i) => printRow(places[i]!, row)).join('\n'),
    pairs: places.flatMap((place, i) => (isPair(place) ? [i] : [])),
    searches: [...new Set(searched.map((row) => chooseSearchText(parseToken(row))))],
  }
}

function isPair({ begin, uses }: TablePlace): boolean {
  return begin.length === 2 && (uses & (searchedFor - 1)) !== 0
}

function computePlace(row: TokenRow): TablePlace {
  const token = parseToken(row)
  const { anchor, before } = token
  const uses = before.length === 0 ? computeUses(anchor, row) : computeUsesAround(anchor, before)
  const tail = measureTail(anchor)
  const ahead = uses === 0 && measureFirstRun(token) + tail < minRunLength ? 0 : anchor.length - tail
  return {
    begin: anchor.slice(0, 3),
    uses: uses | (uses === 0 && ahead === 0 ? chooseAnchorSearch(anchor) : isAlone(token) ? searchedFor : 0),
    head: ahead === 0 ? '' : anchor.slice(Math.max(0, ahead - 2)).slice(0, 2),
    ahead,
  }
}

function chooseAnchorSearch(anchor: string): number {
  return isInRun(anchor) ? atTheEnd : searchedFor
}

/** Whether a format begins with a long address and no run after it is sure to lead the search to it. */
function isAlone(token: Token): boolean {
  return token.before.length === 0 && token.anchor.length > 16 && isShort(token)
}

/** Shortens an anchor that begins with a sign: signs are rare and several anchors share one, so there are fewer texts to search for. */
function chooseSearchText({ anchor }: Token): string {
  return isInRun(anchor[0]!) ? anchor : anchor.slice(0, 2)
}

/** Computes how to search for a format that begins with its anchor. */
function computeUses(
  anchor: string,
  { shape, sure }: { readonly shape: string; readonly sure?: boolean | undefined },
): number {
  const glued = anchor.length >= 4 || (anchor.length === 3 && (hasSign(anchor) || isNarrow(shape)))
  const before = beforeRun | (anchor.length >= 4 && isSure(anchor, sure) ? beforeRunInWord : 0)
  const behind = anchor.length >= 3 && !isNarrow(shape) ? behindWord : 0
  return isInRun(anchor) ? inRun | before | behind | (glued ? inWord : 0) : before | behind
}

/** Computes how to search for a format with a run before its anchor. 0: only a search for the anchor finds it. */
function computeUsesAround(anchor: string, before: readonly ShapePart[]): number {
  return isInRun(anchor) && before.every((part) => isInRun(typeof part === 'string' ? part : part.characters))
    ? inMiddle
    : 0
}

/** Whether a shape ends with one run of digits or of letters of one case. Base64 text does not contain that by chance. */
function isNarrow(shape: string): boolean {
  return /^[^{]*\{(?:digit|hex|HEX|xdigit|lower|upper|lower-alnum|upper-alnum):\d\d+\}$/.test(shape)
}

/** Whether every part is so short that the search may skip its run. */
function isShort({ after, anchor }: Token): boolean {
  return !isInRun(anchor) && after.every((part) => typeof part === 'string' || part.min < minRunLength)
}

/** The least number of characters between the anchor and the first character that breaks the run. */
function measureFirstRun({ after }: Token): number {
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

/** The number of characters at the end of an anchor that belong to the run. */
function measureTail(anchor: string): number {
  let head = anchor.length
  while (head > 0 && isInRun(anchor[head - 1]!)) head--
  return anchor.length - head
}
