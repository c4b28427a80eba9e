import { characterSet, characterSets, runEnd } from './characters.ts'
import type { TokenRow } from './formats/format.ts'
import { type Part, partsOf } from './shape.ts'

/** A format ready to be looked for. */
export interface Token {
  readonly id: string
  /** The literal it is found by. */
  readonly anchor: string
  /** What stands before the anchor, where a format begins with a run. */
  readonly before: readonly Part[]
  readonly after: readonly Part[]
  readonly sure: boolean
  /** Sure enough to be taken when it is cut off or of another length. */
  readonly loose: boolean
  /** Whether its beginning is no chance even in the middle of base64. */
  readonly marked: boolean
  /** Whether nothing may stand right before it that could belong to it. */
  readonly bounded: boolean
  /** Where in a text its anchor is looked for: see below. */
  readonly uses: number
  /** Every character that can stand behind the anchor. */
  readonly characters: string
  /** Fewest characters behind the anchor. */
  readonly tail: number
  /** Fewest and most characters of a whole one. */
  readonly length: number
  readonly longest: number
}

/** Shorter runs are not visited. */
export const shortestRun = 14

/** At the beginning of a run of letters, digits, `_` and `-`, or behind a sign in it. */
export const inRun = 1
/** In the middle of a word, too. */
export const inWord = 2
/** Anywhere in a run: what stands before the anchor belongs to the token. */
export const inMiddle = 4
/** Before a run, because signs in it break the run. */
export const beforeRun = 8
/** The same, in the middle of a word. */
export const beforeRunInWord = 16

/** Signs that no word has at its beginning. */
const signs = characterSet('_-.:~/$|')

function isTelling(anchor: string): boolean {
  for (let at = 0; at < anchor.length; at++) if (signs[anchor.charCodeAt(at)] === 1) return true
  return false
}

/** Whether the beginning of a format gives it away. */
function isSure(anchor: string, sure: boolean | undefined): boolean {
  return sure ?? ((anchor.length >= 4 && isTelling(anchor)) || anchor.length >= 7)
}

export function tokenOf({ id, shape, sure }: TokenRow): Token {
  const parts = partsOf(shape)
  const place = anchorOf(parts)
  const anchor = parts[place]
  if (typeof anchor !== 'string' || anchor.length < 2)
    throw new Error(`format ${id} has nothing to be found by`)
  const certain = isSure(anchor, sure)
  const after = parts.slice(place + 1)
  return {
    id,
    anchor,
    before: parts.slice(0, place),
    after,
    sure: certain,
    loose: certain && place === 0 && anchor.length >= 4,
    marked: isTelling(anchor) || anchor.length >= 7,
    bounded: isInRun(anchor[0]!) && anchor[0] !== '-',
    uses: place === 0 ? usesOf(anchor, { shape, sure }) : usesAround(anchor, parts.slice(0, place)),
    characters: after.map((part) => (typeof part === 'string' ? part : part.characters)).join(''),
    tail: fewest(after),
    length: fewest(parts),
    longest: parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part.max), 0),
  }
}

/** How a format is looked for that begins with its anchor. */
function usesOf(
  anchor: string,
  { shape, sure }: { readonly shape: string; readonly sure?: boolean | undefined },
): number {
  const glued = anchor.length >= 4 || (anchor.length === 3 && (isTelling(anchor) || isNarrow(shape)))
  const before = beforeRun | (anchor.length >= 4 && isSure(anchor, sure) ? beforeRunInWord : 0)
  return isInRun(anchor) ? inRun | before | (glued ? inWord : 0) : before
}

/** How a format is looked for that has a run before its anchor. 0: nothing but a search for the anchor finds it. */
function usesAround(anchor: string, before: readonly Part[]): number {
  return isInRun(anchor) && before.every((part) => isInRun(typeof part === 'string' ? part : part.characters))
    ? inMiddle
    : 0
}

/** One run of digits or of letters of one case: no text in base64 has that by chance. */
function isNarrow(shape: string): boolean {
  return /^[^{]*\{(?:digit|hex|HEX|xdigit|lower|upper|lower-alnum|upper-alnum):\d\d+\}$/.test(shape)
}

/** No part of it is long enough for one run of it to be visited for sure. */
export function isShort({ after, anchor }: Token): boolean {
  return !isInRun(anchor) && after.every((part) => typeof part === 'string' || part.min < shortestRun)
}

/** How many characters follow the anchor, at least, before one breaks the run. */
export function firstRun({ after }: Token): number {
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

const runs = characterSet(characterSets.base64url)

export function isInRun(text: string): boolean {
  return runEnd(text, 0, runs) === text.length
}

/** How many characters at the end of an anchor belong to the run. */
export function tailLength(anchor: string): number {
  let head = anchor.length
  while (head > 0 && isInRun(anchor[head - 1]!)) head--
  return anchor.length - head
}

function fewest(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part.min), 0)
}

/** The first part if it is a literal, else the longest one. */
function anchorOf(parts: readonly Part[]): number {
  if (typeof parts[0] === 'string') return 0
  const lengths = parts.map((part) => (typeof part === 'string' ? part.length : 0))
  return lengths.indexOf(Math.max(...lengths))
}
