import { looksLikePlaceholder } from '../placeholder.ts'
import { measureRandomness } from '../randomness.ts'
import type { Span } from '../span.ts'
import type { NameStrength } from './name-strength.ts'

// Judges whether a value is a secret, by its characters and by the strength of its name.

/** This many characters are enough to judge a value. */
const maxLookLength = 160

/** Whether a value is a secret, given the strength of its name. */
export function judgeValue(value: string, strength: NameStrength, quoted: boolean): boolean {
  if (value.length < (strength === 'password' ? 4 : 8)) return false
  // The counts come first, because they are cheaper than the tests for other meanings.
  return (
    looksSecret(value.slice(0, maxLookLength), strength, quoted) &&
    !hasOtherMeaning(value, quoted) &&
    (strength === 'weak' || !isDotted(value))
  )
}

function looksSecret(value: string, strength: NameStrength, quoted: boolean): boolean {
  const makeup = analyseCharacters(value, 0, value.length)
  const random = measureRandomness(value)
  if (strength === 'weak') {
    return value.length >= 16 && random > 0.25 && makeup.kinds >= 2 && !/[ (]|^[0-9a-f-]+$/i.test(value)
  }
  if (makeup.odd) return false
  if (value.length >= 16 && random > 0) return true
  // A quoted password of lower-case letters alone: it is longer than most words.
  if (strength === 'password' && quoted && /^[a-z]{13,40}$/.test(value)) return true
  if (makeup.letters && random < 0.5) return false
  if (!quoted) return makeup.digits >= 2 && random > -0.3 && makeup.kinds >= 2
  if (makeup.kinds < 2) return false
  return (
    makeup.digits > 0 ||
    makeup.marks >= 2 ||
    random > 0 ||
    /[a-z][#$%&*@^~+][a-z]|^[A-Za-z]{7,}[$#%^&*@]$/i.test(value)
  )
}

/** Whether a value is something else that is written in the place of a secret: a reference, a file name, a version, code. */
function hasOtherMeaning(value: string, quoted: boolean): boolean {
  if (value.includes('[REDACTED') || isReference(value) || looksLikePlaceholder(value)) return true
  return isFileName(value) || isNumberLike(value) || isExpression(value, quoted)
}

/** Whether a value is code: an index, a call, a comparison, a pattern, a number in hex. */
function isExpression(value: string, quoted: boolean): boolean {
  if (/^[\w$.]+\(/.test(value) || /^0x[0-9a-f]{1,16}$/i.test(value)) return true
  return !quoted && /[[\](){}<>|*]|&&|\/[*/]|^\/\^|\$\d\./.test(value)
}

/** Whether a value is the name of a file: a letter follows the last dot. */
export function isFileName(value: string): boolean {
  return /^[\w./@-]+\.[a-z][a-z0-9]{1,4}$/i.test(value) && !/^[\w-]{3,}\.[\w-]{16,}\./.test(value)
}

/** Whether a value is a path of names with dots between them, such as `app.settings.token`. */
function isDotted(value: string): boolean {
  if (!/^[\w-]+(?:\.[A-Za-z][\w-]*)+$/.test(value)) return false
  return value.split('.').every((piece) => piece.length < 14 || measureRandomness(piece) < 0)
}

/** Whether a value is a version, a date or a range. */
function isNumberLike(value: string): boolean {
  return (
    /^[v^~<>=]{0,3}\d+(?:[.:/-]\d+)+(?:[-+T]?[\w.:+-]{0,16})?$/.test(value) && !/[a-z]\d[a-z]/i.test(value)
  )
}

const referenceStart =
  /^(?:\$|%|<|#\{|\{\{|\{[a-z_]|\[|&|\*|@[a-z]|\.|\.\.\/|~\/|https?:|file:|env:|env\.|process\.env|os\.environ|secrets?\.|vars?\.|config\.|self\.|this\.)/i

/** Whether a value refers to another place: a variable, a template, a path, an address. */
function isReference(value: string): boolean {
  return (
    referenceStart.test(value) ||
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
  /** `-` is not counted. */
  readonly marks: number
  /** Has only letters and `_`. */
  readonly letters: boolean
  /** Has spaces, control characters or characters outside ASCII. */
  readonly odd: boolean
  /** Has more letters of one case in a row than any word has. */
  readonly wordless: boolean
}

const maxWordLength = 17

function analyseCharacters(text: string, start: number, end: number): Makeup {
  let lower = 0
  let upper = 0
  let digits = 0
  let dash = 0
  let marks = 0
  let lowerRun = 0
  let upperRun = 0
  let letters = true
  let odd = false
  let wordless = false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    const isLower = code >= 97 && code <= 122
    const isUpper = code >= 65 && code <= 90
    lowerRun = isLower ? lowerRun + 1 : 0
    upperRun = isUpper ? upperRun + 1 : 0
    if (lowerRun > maxWordLength || upperRun > maxWordLength) wordless = true
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

/** Whether a program made this text, even if it does not look random: it mixes letters and digits, or has more letters than any word. */
export function isGenerated(text: string, start: number, end: number): boolean {
  const { wordless, digits, kinds } = analyseCharacters(text, start, end)
  if (wordless ? measureRandomness(text, start, end) <= -0.3 : digits < 4 || kinds < 2) return false
  return (
    !looksLikePlaceholder(text, start, end) && (wordless || !/^\d{4}-\d\d/.test(text.slice(start, start + 7)))
  )
}

/** Whether a program made this text and it is one long piece of letters and digits. */
export function isLongGenerated(text: string, start: number, end: number): boolean {
  return end - start >= 16 && /^[A-Za-z0-9]+$/.test(text.slice(start, end)) && isGenerated(text, start, end)
}

/** Finds every run in a part of a text that looks random or generated. */
export function findGeneratedRuns(text: string, start: number, end: number, minLength = 14): Span[] {
  const spans: Span[] = []
  for (const match of text.slice(start, end).matchAll(/[A-Za-z0-9_\-+/=.~%!@#$^*&]{14,}/g)) {
    const from = start + match.index
    const to = from + match[0].length
    if (to - from < minLength || /^https?:/.test(match[0])) continue
    if (isRandom(text, from, to) || isGenerated(text, from, to)) spans.push({ start: from, end: to })
  }
  return spans
}
