import { buildCharacterSet, characterSets } from '../character-sets.ts'
import { looksLikePlaceholder } from '../placeholder.ts'
import type { Span } from '../span.ts'
import { isFileName, isGenerated, isLongGenerated, isRandom } from './judge-value.ts'
import type { NameJudge } from './name-judge.ts'
import {
  findNameStart,
  hasTellingPair,
  isQueryParameter,
  nameCharacters,
  splitName,
  tellingOrPrivate,
} from './name-strength.ts'

// Starts at the value: a run that looks random is a secret if a name beside it says so.

const minRunLength = 14

/** Finds the secret in a run of letters, digits, `_` and `-`, if the run or the text beside it names a secret. */
export function findNamedRun(text: string, { start, end }: Span, names: NameJudge): Span | null {
  if (end - start < minRunLength) return null
  return (
    findSelfNamed(text, { start, end }, names) ??
    findAfterName(text, { start, end }, names) ??
    findBeforeName(text, { start, end }, names)
  )
}

const nameAfterIs = /^["'`]? is (?:the |my |your |our |a |an )?(?:\w{1,20} ){0,2}([\w-]{3,40})/

/** Finds the value in `… is the password`, in which the name follows the value. */
function findBeforeName(text: string, { start, end }: Span, names: NameJudge): Span | null {
  if (!text.startsWith(' is ', end) && !text.startsWith(' is ', end + 1)) return null
  const match = nameAfterIs.exec(text.slice(end, end + 100))
  const strength = match === null ? 'none' : names.getStrength(match[1]!)
  if (strength !== 'strong' && strength !== 'password') return null
  return isRandom(text, start, end) || isGenerated(text, start, end)
    ? { start: findValueStart(text, start), end }
    : null
}

const valueCharacters = buildCharacterSet(`${characterSets.base64url}+/=.:~`)

/** Finds the beginning of the value that ends with this run. */
function findValueStart(text: string, start: number): number {
  let first = start
  while (first > 0 && start - first < 256 && valueCharacters[text.charCodeAt(first - 1)] === 1) first--
  while (first < start && /[/=.:~]/.test(text[first]!)) first++
  return first
}

const minOwnLength = 20
/** Many groups of a UUID begin with a letter, so they would count as words. */
const uuidGroups = /^[-_][0-9a-z]{8}(?:-[0-9a-z]{4}){2,3}-[0-9a-z]{6}/i
const ownNames = /secret|token|key|pass|private|access|auth/i

/** Finds the value in `datadog-secrettoken-0024a2…`, in which name and value are one run. */
function findSelfNamed(text: string, { start, end }: Span, names: NameJudge): Span | null {
  if (end - start < minOwnLength) return null
  const last = Math.min(end, start + 256)
  if (!hasTellingPair(text, start, last, tellingOrPrivate)) return null
  const run = text.slice(start, last)
  if (!ownNames.test(run)) return null
  for (const cut of run.matchAll(/[-_](?=[A-Za-z0-9]{0,64}\d)/g)) {
    if (names.getStrength(run.slice(0, cut.index)) === 'none') continue
    const from = start + cut.index + 1
    const rest = run.slice(cut.index)
    const words = uuidGroups.test(rest) ? 0 : (rest.match(/[-_][a-z]{2,}/g)?.length ?? 0)
    if (end - from < minRunLength || words > 2 || looksLikePlaceholder(text, from, Math.min(end, from + 256)))
      return null
    return isRandom(text, from, end) || isGenerated(text, from, end) ? { start: from, end } : null
  }
  return null
}

const between = buildCharacterSet(' \t"\'`([{:=>,|\\-*_.!?~$&')
const digestWords =
  /(?:sha\d*|integrity|digest|checksum|hash|commit|revision|rev|resolved|etag|fingerprint|thumbprint|blob|tree|index|version|image|nonce|uuid|guid)$/i

function findAfterName(text: string, { start, end }: Span, names: NameJudge): Span | null {
  const name = findName(text, start)
  if (name === null) return null
  const random = isRandom(text, start, end)
  if (!(random || isGenerated(text, start, end)) || looksLikePlaceholder(text, start, end)) return null
  const own = names.getStrength(name.text)
  if ((own === 'none' && !names.hasService(name.text)) || digestWords.test(name.text)) return null
  const value = extendValue(text, start, end)
  if (isFileName(text.slice(start, value.end))) return null
  const strength = own === 'none' ? own : names.getStrength(name.phrase)
  if (strength === 'strong' || strength === 'password') return value
  const hex = isHex(text, start, end)
  if (
    names.hasService(name.phrase) &&
    name.operator !== '\n' &&
    !(hex && isPlainId(name, end - start, names))
  )
    return value
  if (strength === 'none' || isQueryParameter(text, name.start)) return null
  if (hex) return end - start >= 20 && getHexNamePattern(name).test(name.text) ? value : null
  return random || (name.operator === ' ' && isLongGenerated(text, start, end)) ? value : null
}

/** Returns the pattern of names whose value is a secret even if it looks like a digest or an id. */
function getHexNamePattern(name: Name): RegExp {
  return name.operator === '='
    ? /key$|private$|access$|(?:client|access|api)[-_]?id$/i
    : /(?:private|access)(?:[-_]?key)?$/i
}

interface Name {
  readonly start: number
  readonly text: string
  /** The name with up to two words before it. */
  readonly phrase: string
  readonly operator: '=' | ':' | ' ' | '\n'
}

/** Finds the name before the value that begins at `start`. */
function findName(text: string, start: number): Name | null {
  let end = start
  while (end > 0 && start - end < 10 && between[text.charCodeAt(end - 1)] === 1) end--
  // The value can be on the line below its name.
  if (end === start && text[end - 1] === '\n' && text[end - 2] !== '-') end--
  if (end === start || end === 0) return null
  const gap = text.slice(end, start)
  // In `the token is …` the name ends before "is".
  if (gap === ' ' && text.startsWith(' is', end - 3)) end -= 3
  const own = findNameStart(text, end)
  if (own === end) return null
  let first = own
  for (
    let more = 0;
    more < 2 && text[first - 1] === ' ' && nameCharacters[text.charCodeAt(first - 2)] === 1;
    more++
  ) {
    first = findNameStart(text, first - 1)
  }
  const operator = gap === '\n' ? '\n' : gap.includes('=') ? '=' : /[:>]/.test(gap) ? ':' : ' '
  return { start: own, text: text.slice(own, end), phrase: text.slice(first, end), operator }
}

/** Whether a value is an id by its name or, after only a space, has the length of a commit or a digest. */
function isPlainId(name: Name, length: number, names: NameJudge): boolean {
  const words = splitName(name.phrase)
  if (words.at(-1) === 'id')
    return !words.some((word) => word === 'client' || word === 'access' || word === 'api')
  return name.operator === ' ' && (length === 40 || length === 64) && names.getStrength(name.text) === 'none'
}

const furtherCharacters = buildCharacterSet(`${characterSets.base64url}+/=.~%!@#$^*`)

/** Extends a value over the characters after its run that can belong to it. */
function extendValue(text: string, start: number, end: number): Span {
  let last = end
  while (last < text.length && last - end < 1024 && furtherCharacters[text.charCodeAt(last)] === 1) last++
  while (last > end && /[.!/]/.test(text[last - 1]!)) last--
  return { start, end: last }
}

function isHex(text: string, start: number, end: number): boolean {
  return /^[0-9a-f-]+$/i.test(text.slice(start, end))
}
