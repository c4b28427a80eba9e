import { characterSet, characterSets } from '../character-sets.ts'
import { looksMadeUp } from '../placeholder.ts'
import { randomness } from '../randomness.ts'
import type { Span } from '../span.ts'
import type { Token } from './token.ts'
import { nearEndOfRun, partsEnd, partsStart, startOfRun } from './token-shape.ts'

// A token right behind the letters of a word. Base64 has every short beginning somewhere, but no word before it.

export const longestWord = 12
/** Less behind a beginning could be part of a name. */
const shortestRest = 20
const longestLook = 160
const longestMadeUp = 64
const base64Signs = characterSet('+/=')

/** Whether the run that `place` stands in begins with one word, and that ends here. */
export function isBehindWord(text: string, place: number): boolean {
  const start = wordStart(text, place)
  return start < place && isWord(text, start, place) && !base64Signs[text.charCodeAt(start - 1)]
}

/** Where the run before `place` begins, as far as a word could. */
function wordStart(text: string, place: number): number {
  return startOfRun(text, place, Math.max(0, place - longestWord - 1), characterSets.base64url)
}

function isWord(text: string, start: number, end: number): boolean {
  return end - start <= longestWord && /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(text.slice(start, end))
}

/** Where the token ends whose beginning stands at `place`, right behind a word; -1 if there is none. */
export function endBehindWord(token: Token, text: string, place: number): number {
  const begin = place + token.anchor.length
  const end = partsEnd(token.after, text, begin)
  if (end - begin < shortestRest || looksMadeUp(text, begin, Math.min(end, begin + longestMadeUp))) return -1
  if (token.sure && token.after.length > 1) return end
  // The id of a task ends like the beginning of a key.
  if (isUuid(text, begin, end)) return -1
  return randomness(text, begin, Math.min(end, begin + longestLook)) < 0.25 ? -1 : end
}

/** The token around an anchor at `place` that has a word right before it, right behind it or both. */
export function betweenWords(token: Token, text: string, place: number): Span | null {
  const start = partsStart(token.before, text, place)
  if (start === -1 || !(wordStart(text, start) === start || isBehindWord(text, start))) return null
  const end = partsEnd(token.after, text, place + token.anchor.length)
  if (
    end === -1 ||
    !isBeforeWord(text, end) ||
    looksMadeUp(text, start, Math.min(end, start + longestMadeUp))
  )
    return null
  return token.sure || randomness(text, start, Math.min(end, start + longestLook)) >= 0.25
    ? { start, end }
    : null
}

/** Nothing but the letters of a word, or none, before the run ends. */
function isBeforeWord(text: string, end: number): boolean {
  const last = nearEndOfRun(text, end, end + longestWord + 1, characterSets.base64url)
  return last === end || isWord(text, end, last)
}

function isUuid(text: string, start: number, end: number): boolean {
  return end - start === 36 && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-/i.test(text.slice(start, end))
}
