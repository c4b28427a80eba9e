import { buildCharacterSet, characterSets, findRunEnd } from '../character-sets.ts'
import { measureRandomness } from '../randomness.ts'
import type { Span } from '../span.ts'
import { isTokenAfterWord, maxWordLength } from './token-after-word.ts'

const base64url = buildCharacterSet(characterSets.base64url)

/** Matches a JSON Web Token: signed, encrypted, unsigned or cut off after the header. The decoded header identifies it. */
export function matchWebToken(text: string, at: number): Span | null {
  if (!text.startsWith('eyJ', at)) return null
  const headEnd = findRunEnd(text, at, base64url)
  if (headEnd - at < 16 || !isTokenHeader(text.slice(at, Math.min(headEnd, at + 400)))) return null
  let end = headEnd
  for (let parts = 1; parts < 5 && text[end] === '.'; parts++) {
    const next = findRunEnd(text, end + 1, base64url)
    if (next === end + 1 && parts > 1 && text[next] !== '.') break
    end = next
  }
  return end > headEnd + 4 ? { start: at, end } : null
}

/** Matches a JSON Web Token directly after a word at the beginning of a run. */
export function matchWebTokenAfterWord(text: string, start: number): Span | null {
  for (let at = start + 1; at <= start + maxWordLength; at++) {
    if (text.charCodeAt(at) !== 101 || !text.startsWith('eyJ', at)) continue
    return isTokenAfterWord(text, at) ? matchWebToken(text, at) : null
  }
  return null
}

/** Matches a token of a Discord bot: an id, a time and a signature in base64. Only their lengths are fixed. */
export function matchBotToken(text: string, at: number, headEnd: number): Span | null {
  if (headEnd - at < 23 || headEnd - at > 28 || text[headEnd] !== '.' || text[headEnd + 7] !== '.')
    return null
  if (findRunEnd(text, headEnd + 1, base64url) !== headEnd + 7) return null
  const end = findRunEnd(text, headEnd + 8, base64url)
  const length = end - headEnd - 8
  const random = measureRandomness(text, at, headEnd) > 0.3 && measureRandomness(text, headEnd + 8, end) > 0.3
  return length >= 27 && length <= 38 && random ? { start: at, end } : null
}

/** Whether a run is 0x and 64 hexadecimal digits in both cases. Digests and transactions are written in one case. */
export function isCurveKey(text: string, start: number, end: number): boolean {
  if (end - start !== 66 || !text.startsWith('0x', start)) return false
  const digits = text.slice(start + 2, end)
  return /^[0-9a-fA-F]+$/.test(digits) && /[a-f]/.test(digits) && /[A-F]/.test(digits)
}

function isTokenHeader(part: string): boolean {
  const json = decodeBase64(part)
  return (
    json !== null &&
    /^\{\s*"/.test(json) &&
    /"(?:alg|typ|kid|enc|zip|cty|jku|jwk|x5[tcu]|kty|key_ops|use)"\s*:/.test(json)
  )
}

/** Decodes base64 in either alphabet to Latin-1; null if it is not base64. A piece that was cut off decodes too. */
export function decodeBase64(text: string): string | null {
  let bits = 0
  let pending = 0
  let out = ''
  for (let i = 0; i < text.length; i++) {
    const value = values[text.charCodeAt(i)] ?? 255
    if (value === 255) {
      if (text[i] === '=') break
      return null
    }
    pending = (pending << 6) | value
    bits += 6
    if (bits >= 8) {
      bits -= 8
      out += String.fromCharCode((pending >> bits) & 255)
      pending &= (1 << bits) - 1
    }
  }
  return out
}

/** The value of each character code in base64, in either alphabet; 255 for other characters. */
const values = buildValues()

function buildValues(): Uint8Array {
  const values = new Uint8Array(128).fill(255)
  for (let i = 0; i < 62; i++) values[characterSets.base64url.charCodeAt(i)] = i
  values[43] = values[45] = 62
  values[47] = values[95] = 63
  return values
}
