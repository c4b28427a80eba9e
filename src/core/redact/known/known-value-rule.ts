import type { OutsideRule, Span } from '../span.ts'
import { listBase64Encodings, listPlainEncodings } from './encodings.ts'
import { createLiteralSearch, type LiteralHit, type LiteralSearch } from './literal-search.ts'

// Finds values that are known to be secret, in every encoding. The values stay in memory only.
export { type EnvEntry, parseEnvFile } from './env-file.ts'
export { listSecretParts, listSettingSecrets } from './setting-secrets.ts'

export function createKnownValueRule(values: readonly string[]): OutsideRule {
  let search: Search | undefined
  return {
    id: 'known-value',
    find(text) {
      if (values.length === 0) return []
      search ??= createSearch(values)
      return findKnownValues(text, search)
    },
  }
}

/** Three searches, because a hit that is rejected for its neighbours must not hide a hit that is accepted. */
interface Search {
  readonly anywhere: LiteralSearch
  readonly words: LiteralSearch
  readonly encoded: LiteralSearch
  /** The first `inside` values of `anywhere` are middles of base64 texts. */
  readonly inside: number
}

function createSearch(values: readonly string[]): Search {
  const inside = new Set<string>()
  const anywhere = new Set<string>()
  const words = new Set<string>()
  const encoded = new Set<string>()
  for (const value of new Set(values.flatMap(splitIntoPieces))) {
    const plain = isShortWord(value) ? words : anywhere
    for (const form of listPlainEncodings(value)) plain.add(form)
    const base64 = listBase64Encodings(value)
    for (const form of base64.whole) encoded.add(form)
    for (const form of base64.inside) inside.add(form)
  }
  return {
    anywhere: createLiteralSearch([...inside, ...anywhere]),
    words: createLiteralSearch([...words]),
    encoded: createLiteralSearch([...encoded]),
    inside: inside.size,
  }
}

function findKnownValues(text: string, { anywhere, words, encoded, inside }: Search): Span[] {
  return [
    ...anywhere.find(text).map((hit) => (hit.value < inside ? widenSpan(text, hit) : toSpan(hit))),
    ...words
      .find(text)
      .filter((hit) => standsAlone(text, hit, isWordCode))
      .map(toSpan),
    ...encoded
      .find(text)
      .filter((hit) => standsAlone(text, hit, isBase64Code))
      .map(toSpan),
  ].sort((a, b) => a.start - b.start || b.end - a.end)
}

const toSpan = ({ start, end }: LiteralHit): Span => ({ start, end })

const maxWholeLength = 4096
const pieceLength = 1024

/** Splits a very long value, so that the search table stays small. */
function splitIntoPieces(value: string): string[] {
  if (value.length <= maxWholeLength) return [value]
  const count = Math.ceil(value.length / pieceLength)
  return Array.from({ length: count }, (_, i) => value.slice(i * pieceLength, (i + 1) * pieceLength)).filter(
    (piece) => piece.length > 16,
  )
}

const maxShortWordLength = 11

function isShortWord(value: string): boolean {
  if (value.length > maxShortWordLength) return false
  for (let at = 0; at < value.length; at++) if (!isWordCode(value.charCodeAt(at))) return false
  return true
}

/** Whether a code continues a word. Letters without an upper case do not: their scripts write a value directly beside them. */
function isWordCode(code: number): boolean {
  if (code < 128)
    return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  const character = String.fromCharCode(code)
  return character.toLowerCase() !== character.toUpperCase()
}

function isBase64Code(code: number): boolean {
  return code < 128 && (isWordCode(code) || code === 43 || code === 45 || code === 47 || code === 95)
}

function standsAlone(text: string, { start, end }: Span, isNeighbour: (code: number) => boolean): boolean {
  const before = start > 0 && isNeighbour(text.charCodeAt(start - 1)) && !endsEscape(text, start)
  return !before && !(end < text.length && text[end - 1] !== '=' && isNeighbour(text.charCodeAt(end)))
}

/** In `\nvalue`, `%20value` and `\u003dvalue` the character before the value belongs to an escape and not to a word. */
function endsEscape(text: string, end: number): boolean {
  return /(?:\\[nrtbf]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4})$/.test(text.slice(Math.max(0, end - 6), end))
}

/** Extends a span by the character on each side that encodes some bits of the value, and by the padding. */
function widenSpan(text: string, { start, end }: Span): Span {
  const from = start > 0 && isBase64Code(text.charCodeAt(start - 1)) ? start - 1 : start
  let to = end < text.length && isBase64Code(text.charCodeAt(end)) ? end + 1 : end
  for (let padding = 0; padding < 2 && text[to] === '='; padding++) to++
  return { start: from, end: to }
}
