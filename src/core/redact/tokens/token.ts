import { buildCharacterSet, characterSets, findRunEnd } from '../character-sets.ts'
import type { TokenRow } from '../formats/format.ts'
import { parseTokenShape, type ShapePart } from './token-shape.ts'

/** A format ready to be looked for. */
export interface Token {
  readonly id: string
  /** The literal it is found by. */
  readonly anchor: string
  /** The parts before the anchor, if the format begins with a run. */
  readonly before: readonly ShapePart[]
  readonly after: readonly ShapePart[]
  readonly sure: boolean
  /** Sure enough to be taken when it is cut off or of another length. */
  readonly loose: boolean
  /** Whether its beginning is too long to occur by chance inside base64. */
  readonly marked: boolean
  /** Whether nothing may stand right before it that could belong to it. */
  readonly bounded: boolean
  /** Every character that can follow the anchor. */
  readonly set: Uint8Array
  /** Fewest characters behind the anchor. */
  readonly tail: number
  /** Fewest and most characters of a whole one. */
  readonly length: number
  readonly longest: number
}

/** Shorter runs are not visited. */
export const minRunLength = 14

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

/** Right behind a word that begins a run. */
export const behindWord = 32
/** A search for the anchor finds it. */
export const searchedFor = 64
/** At the end of a text in base64. */
export const atTheEnd = 128

/** Signs that no word has at its beginning. */
const signs = buildCharacterSet('_-.:~/$|')

export function hasSign(anchor: string): boolean {
  for (let at = 0; at < anchor.length; at++) if (signs[anchor.charCodeAt(at)] === 1) return true
  return false
}

/** Whether the beginning of a format gives it away. */
export function isSure(anchor: string, sure: boolean | undefined): boolean {
  return sure ?? ((anchor.length >= 4 && hasSign(anchor)) || anchor.length >= 7)
}

export function parseToken({ id, shape, sure }: TokenRow): Token {
  const parts = parseTokenShape(shape)
  const place = findAnchor(parts)
  const anchor = parts[place]
  if (typeof anchor !== 'string' || anchor.length < 2)
    throw new Error(`format ${id} has nothing to be found by`)
  const certain = isSure(anchor, sure)
  const after = parts.slice(place + 1)
  const token = {
    id,
    set: collectCharacters(after),
    anchor,
    before: parts.slice(0, place),
    after,
    sure: certain,
    loose: certain && place === 0 && anchor.length >= 4,
    marked: hasSign(anchor) || anchor.length >= 7,
    bounded: isInRun(anchor[0]!) && anchor[0] !== '-',
    tail: 0,
    length: 0,
    longest: 0,
  }
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!
    const { min, max } = typeof part === 'string' ? { min: part.length, max: part.length } : part
    token.length += min
    token.longest += max
    if (i > place) token.tail += min
  }
  return token
}

function collectCharacters(parts: readonly ShapePart[]): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && typeof only === 'object') return only.set
  return buildCharacterSet(parts.map((part) => (typeof part === 'string' ? part : part.characters)).join(''))
}

const runs = buildCharacterSet(characterSets.base64url)

export function isInRun(text: string): boolean {
  return findRunEnd(text, 0, runs) === text.length
}

/** The first part if it is a literal, else the longest one. */
function findAnchor(parts: readonly ShapePart[]): number {
  if (typeof parts[0] === 'string') return 0
  const lengths = parts.map((part) => (typeof part === 'string' ? part.length : 0))
  return lengths.indexOf(Math.max(...lengths))
}
