import { buildCharacterSet, characterSets, findRunEnd } from '../character-sets.ts'
import type { TokenRow } from '../formats/format.ts'
import { parseTokenShape, type ShapePart } from './token-shape.ts'

/** A parsed format. */
export interface Token {
  readonly id: string
  /** The literal text that the search looks for. */
  readonly anchor: string
  /** The parts before the anchor, if the format begins with a run. */
  readonly before: readonly ShapePart[]
  readonly after: readonly ShapePart[]
  readonly sure: boolean
  /** Whether the token counts even if it is cut off or has another length. */
  readonly loose: boolean
  /** Whether its anchor is too long, or too unusual, to occur by chance inside base64. */
  readonly marked: boolean
  /** Whether a letter or digit directly before it means that it is something else. */
  readonly bounded: boolean
  /** Every character that can follow the anchor. */
  readonly set: Uint8Array
  /** The least number of characters after the anchor. */
  readonly minTail: number
  /** The least and greatest number of characters of a complete token. */
  readonly minLength: number
  readonly maxLength: number
}

/** The search skips shorter runs. */
export const minRunLength = 14

/** The anchor begins a run of letters, digits, `_` and `-`, or follows a sign in it. */
export const inRun = 1
/** The anchor can also be in the middle of a word. */
export const inWord = 2
/** The anchor is anywhere in a run, because the text before it belongs to the token. */
export const inMiddle = 4
/** The anchor is before a run, because it contains signs that break the run. */
export const beforeRun = 8
/** The anchor is before a run and can be in the middle of a word. */
export const beforeRunInWord = 16

/** The anchor directly follows a word that begins a run. */
export const behindWord = 32
/** A search for the anchor itself finds it. */
export const searchedFor = 64
/** The anchor is near the end of a base64 text. */
export const atTheEnd = 128

/** Signs that do not occur at the beginning of words. */
const signs = buildCharacterSet('_-.:~/$|')

export function hasSign(anchor: string): boolean {
  for (let at = 0; at < anchor.length; at++) if (signs[anchor.charCodeAt(at)] === 1) return true
  return false
}

/** Whether the anchor of a format is enough to identify it. */
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
    minTail: 0,
    minLength: 0,
    maxLength: 0,
  }
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!
    const { min, max } = typeof part === 'string' ? { min: part.length, max: part.length } : part
    token.minLength += min
    token.maxLength += max
    if (i > place) token.minTail += min
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

/** Finds the index of the anchor: the first part if it is a literal, else the longest literal. */
function findAnchor(parts: readonly ShapePart[]): number {
  if (typeof parts[0] === 'string') return 0
  const lengths = parts.map((part) => (typeof part === 'string' ? part.length : 0))
  return lengths.indexOf(Math.max(...lengths))
}
