import { buildCharacterSet, characterSets } from '../character-sets.ts'
import { looksLikePlaceholder } from '../placeholder.ts'
import { measureRandomness } from '../randomness.ts'
import type { Span } from '../span.ts'
import { findRunStart, type ScannedText } from './scanned-text.ts'
import type { Token } from './token.ts'

// A token right behind the letters of a word. Base64 has every short beginning somewhere, but no word before it.

export const maxWordLength = 12
/** Less behind a beginning could be part of a name. */
const minRestLength = 20
const maxLookLength = 160
const maxMadeUpLength = 64
const base64Signs = buildCharacterSet('+/=')
const runCharacters = buildCharacterSet(characterSets.base64url)

/** Whether the run that `place` stands in begins with one word, and that ends here. */
export function isTokenAfterWord(text: string, place: number): boolean {
  const start = wordStart(text, place)
  return start < place && isWord(text, start, place) && !base64Signs[text.charCodeAt(start - 1)]
}

/** Finds the beginning of the run before `place`, at most one word back. */
function wordStart(text: string, place: number): number {
  return findRunStart(text, { end: place, longest: maxWordLength + 1 }, runCharacters)
}

function isWord(text: string, start: number, end: number): boolean {
  return end - start <= maxWordLength && /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(text.slice(start, end))
}

/** Finds the end of the token that begins at `place`, directly after a word; -1 if there is none. */
export function findEndAfterWord(token: Token, scanned: ScannedText, place: number): number {
  const { text } = scanned
  const begin = place + token.anchor.length
  const end = scanned.endOfParts(token.after, begin)
  if (
    end - begin < minRestLength ||
    looksLikePlaceholder(text, begin, Math.min(end, begin + maxMadeUpLength))
  )
    return -1
  if (token.sure && token.after.length > 1) return end
  // The id of a task ends like the beginning of a key.
  if (isUuid(text, begin, end)) return -1
  return measureRandomness(text, begin, Math.min(end, begin + maxLookLength)) < 0.25 ? -1 : end
}

/** The token around an anchor at `place` that has a word right before it, right behind it or both. */
export function matchBetweenWords(token: Token, scanned: ScannedText, place: number): Span | null {
  const { text } = scanned
  const start = scanned.startOfParts(token.before, place)
  if (start === -1 || !(wordStart(text, start) === start || isTokenAfterWord(text, start))) return null
  const end = scanned.endOfParts(token.after, place + token.anchor.length)
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

/** Nothing but the letters of a word, or none, before the run ends. */
function isBeforeWord(scanned: ScannedText, end: number): boolean {
  const last = scanned.nearEndOfRun(end, end + maxWordLength + 1, runCharacters)
  return last === end || isWord(scanned.text, end, last)
}

function isUuid(text: string, start: number, end: number): boolean {
  return end - start === 36 && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-/i.test(text.slice(start, end))
}
