import { buildCharacterSet, characterSets } from './character-sets.ts'
import type { Span } from './span.ts'
import { decodeBase64 } from './tokens/web-token.ts'

// Secrets in base64, or with percent or backslash escapes. A secret that is found after decoding is redacted in its encoded form.

const base64 = buildCharacterSet(`${characterSets.base64url}+/=`)
const minBase64Length = 24
const maxDecodedLength = 16 * 1024

/** An encoded piece of a text, and its decoded form. */
export interface EncodedText extends Span {
  readonly plain: string
}

/** Finds the base64 text that begins with a run, if its decoded form is readable. */
export function findEncodedRun(text: string, start: number, end: number): EncodedText | null {
  if (end - start < minBase64Length) return null
  const head = decodeBase64(text.slice(start, start + 32))
  if (head === null || !isReadable(head)) return null
  let last = end
  while (last < text.length && last - start < maxDecodedLength && base64[text.charCodeAt(last)] === 1) last++
  const plain = decodeBase64(text.slice(start, last))
  return plain === null ? null : { start, end: last, plain }
}

function isReadable(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code > 126) return false
  }
  return true
}

const maxReach = 1024
const overlap = 256

/** Finds texts whose characters are written as %67, \\u0067 or \\x67. */
export function findEscapedTexts(text: string): EncodedText[] {
  return spellings.flatMap(([sign, pattern]) => findEscaped(text, sign, pattern))
}

const spellings: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ['%', /%([0-9A-Fa-f]{2})/g],
  ['\\u00', /\\u00([0-9A-Fa-f]{2})/g],
  ['\\x', /\\x([0-9A-Fa-f]{2})/g],
]

function findEscaped(text: string, sign: string, pattern: RegExp): EncodedText[] {
  const candidates: EncodedText[] = []
  let end = 0
  for (let at = text.indexOf(sign); at !== -1; ) {
    // A longer word is decoded piece by piece. Pieces overlap, so that no secret is cut at an edge.
    const start = findEdge(text, at, -1, Math.max(0, end - overlap, at - maxReach))
    end = findEdge(text, at, 1, Math.min(text.length, at + maxReach))
    const spelled = text.slice(start, end)
    const plain = spelled.replace(pattern, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (plain !== spelled && /[A-Za-z0-9_-]{6}/.test(plain)) candidates.push({ start, end, plain })
    at = text.indexOf(sign, Math.max(end, at + 1))
  }
  return candidates
}

/** Finds the beginning or the end of the word around `at`. */
function findEdge(text: string, at: number, step: 1 | -1, limit: number): number {
  let place = at
  while (place !== limit && !isEdge(text.charCodeAt(step === 1 ? place : place - 1))) place += step
  return place
}

const edges = buildCharacterSet('"\'`<>,;(){}[]=&?')

function isEdge(code: number): boolean {
  return code <= 32 || edges[code] === 1
}
