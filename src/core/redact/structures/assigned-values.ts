import { buildCharacterSet } from '../character-sets.ts'
import type { Span } from '../span.ts'
import { findGeneratedRuns, isGenerated, isRandom, judgeValue } from './judge-value.ts'
import type { NameJudge } from './name-judge.ts'
import { findNameStart, hasTellingPair, isQueryParameter, type NameStrength } from './name-strength.ts'
import { findWholeEnd, readWrittenValue, type WrittenValue } from './written-value.ts'

// One rule replaces a hundred: a name, an operator, a value. The weaker the name, the more the value must look like a secret.

const quotes = buildCharacterSet('"\'`\\])')
const spaces = buildCharacterSet(' \t')
/** Characters that can come before the `=` of an operator. */
const beforeEqual = buildCharacterSet('+.?|!~-')

/** Finds secrets after `=` and `:`. Every assignment operator contains one of the two. */
export function findAssignedValues(text: string, names: NameJudge): Span[] {
  const search = new AssignedValueSearch(text, names)
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) {
    const before = text.charCodeAt(at - 1)
    // An operator like := or == is handled at its first character.
    if (before === 58 || before === 61) continue
    search.addValue(at, beforeEqual[before] === 1 ? at - (text.charCodeAt(at - 2) === before ? 2 : 1) : at)
  }
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    if (text.charCodeAt(at + 1) !== 47) search.addValue(at, at)
  }
  return search.spans
}

class AssignedValueSearch {
  readonly spans: Span[] = []
  private readonly text: string
  private readonly names: NameJudge

  constructor(text: string, names: NameJudge) {
    this.text = text
    this.names = names
  }

  /** Adds the value after the operator at `at` if the name that ends at `nameEnd` makes it a secret. */
  addValue(at: number, nameEnd: number): void {
    const { text, spans } = this
    const name = findNameBefore(text, nameEnd, this.names)
    if (name === null) return
    const nameText = text.slice(name.start, name.end)
    const strength = this.names.getStrength(nameText)
    if (
      strength === 'none' ||
      (strength === 'weak' && nameText !== 'key' && isQueryParameter(text, name.start))
    )
      return
    const value = readValueAfter(text, at)
    if (value === null) return
    const last = spans.at(-1)
    for (const { start, end } of findSecrets(text, value, strength)) {
      // One long value can contain many names. Its end is searched for once, so that the search stays linear.
      const covered = last !== undefined && last.start <= start && end <= last.end
      spans.push({ start, end: covered ? last.end : findWholeEnd(text, start, end) })
    }
    const token = /authorization$/i.test(nameText) ? findSchemeToken(text, value.start) : null
    if (token !== null) spans.push(token)
  }
}

/** Finds the whole value or, in a long quoted text, every piece of it that looks like a secret. */
function findSecrets(text: string, { start, end, quoted }: WrittenValue, strength: NameStrength): Span[] {
  if (judgeValue(text.slice(start, end), strength, quoted)) return [{ start, end }]
  return strength !== 'weak' && quoted ? findGeneratedRuns(text, start, end, 20) : []
}

/** Finds the token of `Authorization: <any scheme> <token>`, if it looks like a token. */
function findSchemeToken(text: string, start: number): Span | null {
  const pair = /^[A-Za-z][\w-]{1,24} {1,4}([\w\-+/.~]{14,400}={0,2})(?![\w=])/.exec(
    text.slice(start, start + 440),
  )
  if (pair === null) return null
  const end = start + pair[0].length
  const from = end - pair[1]!.length
  return isRandom(text, from, end) || isGenerated(text, from, end) ? { start: from, end } : null
}

/** Finds a telling name before an operator: `name`, `"name"`, `name]`, `name string`, `name 2`, or the name in a name-value pair. */
function findNameBefore(text: string, end: number, names: NameJudge): Span | null {
  let last = end
  while (last > 0 && end - last < 8 && spaces[text.charCodeAt(last - 1)] === 1) last--
  const spaced = last
  while (last > 0 && spaced - last < 4 && quotes[text.charCodeAt(last - 1)] === 1) last--
  const start = findNameStart(text, last)
  if (start === last) return null
  const name = isPairWord(text, start, last)
    ? findPairName(text, start)
    : spaced === last
      ? findTypedName(text, { start, end: last }, names)
      : null
  if (name !== null) return hasTellingPair(text, name.start, name.end) ? name : null
  return hasTellingPair(text, start, last) ? { start, end: last } : null
}

/** Finds the name before a type or a number: `name string =`, `name 2 =`. */
function findTypedName(text: string, { start, end }: Span, names: NameJudge): Span | null {
  // A type can begin with & or *.
  const type = text.charCodeAt(start - 1) === 38 || text.charCodeAt(start - 1) === 42 ? start - 1 : start
  if (text.charCodeAt(type - 1) !== 32 || end - start > 16) return null
  const last = text.charCodeAt(type - 2) === 58 ? type - 2 : type - 1
  const first = findNameStart(text, last)
  if (!hasTellingPair(text, first, last) || !/^(?:[A-Za-z[\]*.]{2,16}|\d{1,2})$/.test(text.slice(start, end)))
    return null
  // In `output token` the second word is not a type: both words are the name.
  return names.getStrength(text.slice(first, last)) === 'none' ? null : { start: first, end: last }
}

function isPairWord(text: string, start: number, end: number): boolean {
  const initial = text.charCodeAt(start) | 32
  if (end - start < 5 || end - start > 7 || !(initial === 118 || initial === 99 || initial === 100))
    return false
  return /^(?:value|content|default)$/i.test(text.slice(start, end))
}

/** Finds the name in `"name": "api_token", "value": …`, and in the same pair as XML or YAML. */
function findPairName(text: string, at: number): Span | null {
  const from = Math.max(0, at - 120)
  const pair =
    /(?:name|key|id)["']?\s{0,4}[:=]\s{0,4}["']?([\w.-]{3,64})["']?(?: \/>)?[\s,<]{0,24}["']?$/i.exec(
      text.slice(from, at),
    )
  if (pair === null) return null
  const start = from + pair.index + pair[0].lastIndexOf(pair[1]!)
  return { start, end: start + pair[1]!.length }
}

const operator = /^(?::{1,3}=|={1,3}>?|:{1,2})[ \t]{0,40}(?:(?:[|>][+-]?)?[ \t]{0,8}\r?\n[ \t]{1,40})?/

function readValueAfter(text: string, at: number): WrittenValue | null {
  const match = operator.exec(text.slice(at, at + 80))
  return match === null ? null : readWrittenValue(text, at + match[0].length)
}
