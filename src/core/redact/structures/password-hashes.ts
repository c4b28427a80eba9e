import { buildCharacterSet, characterSets, findRunEnd } from '../character-sets.ts'
import type { Span } from '../span.ts'

// `$id$…$hash`: programs store a hash instead of a password, and an attacker with time can recover the password from it.

const scheme =
  /^\$(?:1|2[abxy]?|5|6|7|8|9|y|gy|apr1|sha1|md5|argon2(?:id|i|d)|pbkdf2[\w-]{0,12}|scrypt|bcrypt[\w-]{0,12}|krb5[a-z]{2,8}|P|H|S)\$/
const maxSchemeLength = 24
const minHashLength = 16
const characters = buildCharacterSet(`${characterSets.base64url}./+=,:@$*`)
const schemeStart = buildCharacterSet('1256789abgkmpsyPHS')

export function findPasswordHashes(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('$'); at !== -1; ) {
    const end = schemeStart[text.charCodeAt(at + 1)] === 1 ? findHashEnd(text, at) : -1
    if (end !== -1) spans.push({ start: at, end })
    at = text.indexOf('$', Math.max(end, at + 1))
  }
  return spans
}

/** A hash is recognised within this many characters. */
const maxLookLength = 160

function findHashEnd(text: string, at: number): number {
  const start = scheme.exec(text.slice(at, at + maxSchemeLength))
  if (start === null) return -1
  const from = at + start[0].length
  const near = findRunEnd(text, from, characters, Math.min(text.length, from + maxLookLength))
  if (near - from < minHashLength || !/[A-Za-z0-9./+]{20}/.test(text.slice(from, near))) return -1
  return findRunEnd(text, near, characters)
}
