import { looksLikePlaceholder } from '../placeholder.ts'
import { measureRandomness } from '../randomness.ts'
import type { Span } from '../span.ts'
import type { NameStrength } from './name-strength.ts'

// Whether a value is a secret: by its look, and by how much its name says.

/** This many characters are enough to judge a value. */
const maxLookLength = 160

/** Whether a value is a secret, given how much its name says. */
export function judgeValue(value: string, strength: NameStrength, quoted: boolean): boolean {
  if (value.length < (strength === 'password' ? 4 : 8)) return false
  // The counts come first, because they are cheaper than the tests for other meanings.
  return (
    proves(value.slice(0, maxLookLength), strength, quoted) &&
    !isOther(value, quoted) &&
    (strength === 'weak' || !isDotted(value))
  )
}

function proves(value: string, strength: NameStrength, quoted: boolean): boolean {
  const made = analyseCharacters(value, 0, value.length)
  const random = measureRandomness(value)
  if (strength === 'weak') {
    return value.length >= 16 && random > 0.25 && made.kinds >= 2 && !/[ (]|^[0-9a-f-]+$/i.test(value)
  }
  if (made.odd) return false
  if (value.length >= 16 && random > 0) return true
  // Longer than any word, in quotes, and called a password.
  if (strength === 'password' && quoted && /^[a-z]{13,40}$/.test(value)) return true
  if (made.letters && random < 0.5) return false
  if (!quoted) return made.digits >= 2 && random > -0.3 && made.kinds >= 2
  if (made.kinds < 2) return false
  return (
    made.digits > 0 ||
    made.marks >= 2 ||
    random > 0 ||
    /[a-z][#$%&*@^~+][a-z]|^[A-Za-z]{7,}[$#%^&*@]$/i.test(value)
  )
}

/** Something that has a use of its own where a secret could stand. */
function isOther(value: string, quoted: boolean): boolean {
  if (value.includes('[REDACTED') || stands(value) || looksLikePlaceholder(value)) return true
  return isFileName(value) || isNumberLike(value) || isExpression(value, quoted)
}

/** Code: an index, a call, a comparison, a pattern, a number in hex. */
function isExpression(value: string, quoted: boolean): boolean {
  if (/^[\w$.]+\(/.test(value) || /^0x[0-9a-f]{1,16}$/i.test(value)) return true
  return !quoted && /[[\](){}<>|*]|&&|\/[*/]|^\/\^|\$\d\./.test(value)
}

/** The name of a file: letters behind the last dot. */
export function isFileName(value: string): boolean {
  return /^[\w./@-]+\.[a-z][a-z0-9]{1,4}$/i.test(value) && !/^[\w-]{3,}\.[\w-]{16,}\./.test(value)
}

/** A path of names with dots between them. */
function isDotted(value: string): boolean {
  if (!/^[\w-]+(?:\.[A-Za-z][\w-]*)+$/.test(value)) return false
  return value.split('.').every((piece) => piece.length < 14 || measureRandomness(piece) < 0)
}

/** A version, a date, a range. */
function isNumberLike(value: string): boolean {
  return (
    /^[v^~<>=]{0,3}\d+(?:[.:/-]\d+)+(?:[-+T]?[\w.:+-]{0,16})?$/.test(value) && !/[a-z]\d[a-z]/i.test(value)
  )
}

const elsewhere =
  /^(?:\$|%|<|#\{|\{\{|\{[a-z_]|\[|&|\*|@[a-z]|\.|\.\.\/|~\/|https?:|file:|env:|env\.|process\.env|os\.environ|secrets?\.|vars?\.|config\.|self\.|this\.)/i

/** Stands for a value that comes from elsewhere: a variable, a template, a call, a path, an address. */
function stands(value: string): boolean {
  return (
    elsewhere.test(value) ||
    (value.startsWith('/') && isPath(value)) ||
    /\$\{|\{\{|%\(|<[a-z]|\.\.\./i.test(value)
  )
}

function isPath(value: string): boolean {
  return measureRandomness(value) < 0.5
}

/** The kinds of characters in a value. */
interface Makeup {
  /** How many of: lower case, upper case, digits, marks. */
  readonly kinds: number
  readonly digits: number
  /** Without `-`. */
  readonly marks: number
  /** Nothing but letters and `_`. */
  readonly letters: boolean
  /** Has spaces, control characters or characters outside ASCII. */
  readonly odd: boolean
  /** Has more letters of one case in a row than any word. */
  readonly wordless: boolean
}

const maxWordLength = 17

function analyseCharacters(text: string, start: number, end: number): Makeup {
  let lower = 0
  let upper = 0
  let digits = 0
  let dash = 0
  let marks = 0
  let low = 0
  let up = 0
  let letters = true
  let odd = false
  let wordless = false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    const isLower = code >= 97 && code <= 122
    const isUpper = code >= 65 && code <= 90
    low = isLower ? low + 1 : 0
    up = isUpper ? up + 1 : 0
    if (low > maxWordLength || up > maxWordLength) wordless = true
    if (isLower) lower = 1
    else if (isUpper) upper = 1
    else if (code !== 95) {
      letters = false
      if (code >= 48 && code <= 57) digits++
      else if (code === 45) dash = 1
      else if (code > 32) marks++
      if (code <= 32 || code > 126) odd = true
    }
  }
  const kinds = lower + upper + Math.min(1, digits) + Math.min(1, marks + dash)
  return { kinds, digits, marks, letters, odd, wordless }
}

export function isRandom(text: string, start: number, end: number): boolean {
  return measureRandomness(text, start, end) > 0.1 && hasDigit(text, start, end)
}

function hasDigit(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) return true
  }
  return false
}

/** No word and no name, if not random either: letters and digits in turns, or more letters than any word has. */
export function isGenerated(text: string, start: number, end: number): boolean {
  const { wordless, digits, kinds } = analyseCharacters(text, start, end)
  if (wordless ? measureRandomness(text, start, end) <= -0.3 : digits < 4 || kinds < 2) return false
  return (
    !looksLikePlaceholder(text, start, end) && (wordless || !/^\d{4}-\d\d/.test(text.slice(start, start + 7)))
  )
}

/** The same, and nothing else than one long piece of letters and digits. */
export function isLongGenerated(text: string, start: number, end: number): boolean {
  return end - start >= 16 && /^[A-Za-z0-9]+$/.test(text.slice(start, end)) && isGenerated(text, start, end)
}

/** Every run in a part of a text that looks random or made. */
export function findGeneratedRuns(text: string, start: number, end: number, shortest = 14): Span[] {
  const spans: Span[] = []
  for (const match of text.slice(start, end).matchAll(/[A-Za-z0-9_\-+/=.~%!@#$^*&]{14,}/g)) {
    const from = start + match.index
    const to = from + match[0].length
    if (to - from < shortest || /^https?:/.test(match[0])) continue
    if (isRandom(text, from, to) || isGenerated(text, from, to)) spans.push({ start: from, end: to })
  }
  return spans
}
