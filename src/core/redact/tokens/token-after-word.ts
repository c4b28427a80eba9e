import { buildCharacterSet, characterSets } from '../character-sets.ts'
import { looksLikePlaceholder } from '../placeholder.ts'
import { measureRandomness } from '../randomness.ts'
import type { Span } from '../span.ts'
import { findRunStart, type ScannedText } from './scanned-text.ts'
import type { Token } from './token.ts'

// Tokens directly after the letters of a word. Base64 text contains every short anchor by chance, but not with a word before it.

export const maxWordLength = 12
/** Fewer characters after an anchor could be part of a name. */
const minRestLength = 20
const maxLookLength = 160
const maxMadeUpLength = 64
const base64Signs = buildCharacterSet('+/=')
const runCharacters = buildCharacterSet(characterSets.base64url)

/** Whether the run around `place` begins with one word that ends at `place`. */
export function isTokenAfterWord(text: string, place: number): boolean {
  const start = findWordStart(text, place)
  return start < place && isWord(text, start, place) && !base64Signs[text.charCodeAt(start - 1)]
}

/** Finds the beginning of the run before `place`, at most one word back. */
function findWordStart(text: string, place: number): number {
  return findRunStart(text, { end: place, maxLength: maxWordLength + 1 }, runCharacters)
}

function isWord(text: string, start: number, end: number): boolean {
  return end - start <= maxWordLength && /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(text.slice(start, end))
}

/** Finds the end of the token that begins at `place`, directly after a word; -1 if there is none. */
export function findEndAfterWord(token: Token, scanned: ScannedText, place: number): number {
  const { text } = scanned
  const begin = place + token.anchor.length
  const end = scanned.findPartsEnd(token.after, begin)
  if (
    end - begin < minRestLength ||
    looksLikePlaceholder(text, begin, Math.min(end, begin + maxMadeUpLength))
  )
    return -1
  if (token.sure && token.after.length > 1) return end
  // A word like "task" before a UUID ends like the anchor of a key.
  if (isUuid(text, begin, end)) return -1
  return measureRandomness(text, begin, Math.min(end, begin + maxLookLength)) < 0.25 ? -1 : end
}

/** Matches the token around an anchor at `place` with a word directly before it, after it or both. */
export function matchBetweenWords(token: Token, scanned: ScannedText, place: number): Span | null {
  const { text } = scanned
  const start = scanned.findPartsStart(token.before, place)
  if (start === -1 || !(findWordStart(text, start) === start || isTokenAfterWord(text, start))) return null
  const end = scanned.findPartsEnd(token.after, place + token.anchor.length)
  if (
    end === -1 ||
    !isBeforeWord(scanned, end) ||
    looksLikePlaceholder(text, start, Math.min(end, start + maxMadeUpLength))
  )
    return null
  return token.sure || measureRandomness(text, start, Math.min(end, start + maxLookLength)) >= 0.25
    ? { start, end }
    : null
}

/** Whether the rest of the run is empty or one word. */
function isBeforeWord(scanned: ScannedText, end: number): boolean {
  const last = scanned.findNearRunEnd(end, end + maxWordLength + 1, runCharacters)
  return last === end || isWord(scanned.text, end, last)
}

function isUuid(text: string, start: number, end: number): boolean {
  return end - start === 36 && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-/i.test(text.slice(start, end))
}
