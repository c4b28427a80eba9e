import { buildCharacterSet, characterSets } from '../character-sets.ts'
import { measureRandomness } from '../randomness.ts'
import type { Finding, Span } from '../span.ts'
import type { ScannedText } from './scanned-text.ts'
import type { Token } from './token.ts'
import { matchBetweenWords } from './token-after-word.ts'

const alnum = buildCharacterSet(characterSets.alnum)

/** Matches the token whose anchor is at `place`. `word`: the word around the anchor, if there is one. */
export function matchToken(
  token: Token,
  scanned: ScannedText,
  place: number,
  word: Span | null,
): Finding | null {
  return token.before.length > 0
    ? matchAroundAnchor(token, scanned, place)
    : matchFromAnchor(token, scanned, place, word)
}

/** Matches a token that begins with its anchor. In the middle of a word it must look random. */
function matchFromAnchor(
  token: Token,
  scanned: ScannedText,
  place: number,
  within: Span | null,
): Finding | null {
  const { text } = scanned
  const word = token.bounded ? within : null
  if (!token.sure && isInside(text, place)) return null
  if (word === null && token.bounded && isGlued(text, place)) return null
  const end =
    word === null || (token.sure && token.marked)
      ? findEnd(token, scanned, place, place)
      : findGluedEnd(token, scanned, place, word)
  if (end === -1) return null
  if (word !== null && measureRandomness(text, place + token.anchor.length, limitLook(place, end)) < 0.25)
    return null
  return { rule: token.id, start: place, end, open: end - place < token.maxLength }
}

/** Matches the token around an anchor at `place`. */
export function matchAroundAnchor(token: Token, scanned: ScannedText, place: number): Finding | null {
  const start = findStart(token, scanned, place)
  const end = start === -1 ? -1 : findEnd(token, scanned, place, start)
  if (end !== -1) return { rule: token.id, start, end }
  const glued = matchBetweenWords(token, scanned, place)
  return glued === null ? null : { rule: token.id, ...glued }
}

/** Whether a letter or a digit precedes `place`, other than the end of an escape like `\\n`. */
export function isGlued(text: string, place: number): boolean {
  const before = text.charCodeAt(place - 1)
  if (alnum[before] !== 1) return false
  return !((before === 110 || before === 114 || before === 116) && text.charCodeAt(place - 2) === 92)
}

/** Whether a position is in the middle of base64 or in a digest. */
function isInside(text: string, at: number): boolean {
  const before = text[at - 1]
  if (before === '+' || before === '/') return /[A-Za-z0-9+/]{17}$/.test(text.slice(Math.max(0, at - 17), at))
  return (before === '-' || before === ':') && /sha\d{1,3}.$/.test(text.slice(Math.max(0, at - 7), at))
}

/** Finds the beginning of the token with its anchor at `at`; -1 if there is none. */
function findStart(token: Token, scanned: ScannedText, at: number): number {
  const start = scanned.findPartsStart(token.before, at)
  return token.anchor.length < 4 && start > 0 && alnum[scanned.text.charCodeAt(start - 1)] === 1 ? -1 : start
}

/** Finds the end of the token with its anchor at `at`; -1 if there is none. A token with a sure beginning may be cut off or have another length. */
function findEnd(token: Token, scanned: ScannedText, at: number, start: number): number {
  const { text } = scanned
  const end = findWholeEnd(token, scanned, at)
  if (end === -1) return token.loose ? findLooseEnd(token, scanned, at) : -1
  const own = start === at ? at + token.anchor.length : start
  if (scanned.isPlaceholder(own, end)) return -1
  return token.sure ||
    (alnum[text.charCodeAt(end)] !== 1 && measureRandomness(text, own, limitLook(own, end)) > 0)
    ? end
    : -1
}

/** Finds the end of all parts after an anchor; -1 if one is missing. The last part of a sure token may be longer, because vendors lengthen their tokens. */
function findWholeEnd({ anchor, after, sure }: Token, scanned: ScannedText, at: number): number {
  let end = at + anchor.length
  for (const [i, part] of after.entries()) {
    const from = end
    if (typeof part === 'string') {
      if (!scanned.text.startsWith(part, from)) return -1
      end += part.length
      continue
    }
    const final = i === after.length - 1
    if (part.max === Number.POSITIVE_INFINITY || (final && sure)) end = scanned.findRunEnd(from, part.set)
    else end = scanned.findNearRunEnd(from, from + part.max + (final ? 1 : 0), part.set)
    if (end - from < part.min || (!sure && end - from > part.max)) return -1
  }
  return end
}

/** Finds the end of a token of limited length in the middle of a word; -1 if there is none. Long base64 texts are left alone. */
function findGluedEnd(token: Token, scanned: ScannedText, at: number, word: Span): number {
  const { text } = scanned
  const part = token.after[0]
  if (token.after.length !== 1 || typeof part !== 'object' || part.max === Number.POSITIVE_INFINITY) return -1
  if (
    word.end - word.start > 120 ||
    /[+/=,]/.test(text[word.start - 1] ?? '') ||
    /[+/=]/.test(text[word.end] ?? '')
  )
    return -1
  const begin = at + token.anchor.length
  const end = scanned.findNearRunEnd(begin, begin + part.max, part.set)
  return end - begin >= part.min ? end : -1
}

/** Finds the end of a token with a sure anchor that is cut off or has another length; -1 if it has less than half of the characters. */
function findLooseEnd(token: Token, scanned: ScannedText, at: number): number {
  const { text } = scanned
  const begin = at + token.anchor.length
  let end = scanned.findRunEnd(begin, token.set)
  for (let dots = 0; dots < 8 && end > begin && text[end - 1] === '.'; dots++) end--
  const half = Math.max(6, (token.minLength - token.anchor.length) / 2)
  if (end - begin < half || scanned.isPlaceholder(begin, end)) return -1
  return /\d/.test(text.slice(begin, limitLook(begin, end))) ? end : -1
}

/** Only the first characters are judged: judging more would take quadratic time for a long text. */
const maxLookLength = 160

function limitLook(start: number, end: number): number {
  return Math.min(end, start + maxLookLength)
}
