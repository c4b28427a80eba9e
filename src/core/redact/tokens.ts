import { characterSet, characterSets } from './characters.ts'
import type { TokenRow } from './formats/format.ts'
import { looksMadeUp } from './placeholders.ts'
import { randomness } from './randomness.ts'
import { endOfRun, forgetRuns, nearEndOfRun, startOfRun } from './shape.ts'
import type { Finding, Span } from './span.ts'
import {
  beforeRun,
  beforeRunInWord,
  firstRun,
  inMiddle,
  inRun,
  inWord,
  isInRun,
  isShort,
  shortestRun,
  type Token,
  tokenOf,
  usesOf,
} from './token.ts'

export interface TokenFinder {
  /** Before the first run of a text. */
  begin(): void
  /** Adds the tokens that a run of letters, digits, `_` and `-` holds or is the rest of. Runs come in order. */
  within(text: string, start: number, end: number, found: Finding[]): void
  /** Adds the tokens that only a search for their anchor finds. */
  searched(text: string, found: Finding[]): void
}

const alnum = characterSet(characterSets.alnum)
/** What a token can hold: the characters of runs, and what breaks a run. */
const tokenCharacters = characterSet(`${characterSets.base64url}+/=.~:|?@&$!`)
const breaks = characterSet('+/=.~:|?@&$!')
const base64Signs = characterSet('+/=')
const furthestBack = 96

export function tokenFinder(rows: readonly TokenRow[]): TokenFinder {
  const begins = listsOf()
  const heads = listsOf()
  const uses = new Uint8Array(hashes)
  const searches: Token[] = []
  const tails: Token[] = []
  const tokens: (Token | undefined)[] = []
  for (const [row, { shape, sure }] of rows.entries()) {
    const literal = shape.slice(0, shape.indexOf('{'))
    if (literal === '') addAround(row)
    else addBeginning(row, literal, usesOf(literal, { shape, sure }))
  }
  const searchedFor = new Set(searches.map(searchText))
  let looked = 0
  let tailed = -1

  /** Read when a text has such a beginning: most are never asked for. */
  function tokenAt(row: number): Token {
    tokens[row] ??= tokenOf(rows[row]!)
    return tokens[row]
  }

  function addAround(row: number): void {
    const token = tokenAt(row)
    if (token.uses !== 0) addBeginning(row, token.anchor, token.uses)
    else if (firstRun(token) + tailLength(token.anchor) >= shortestRun)
      add(heads, headPair(token.anchor), row)
    else if (isInRun(token.anchor)) tails.push(token)
    else searches.push(token)
  }

  function addBeginning(row: number, anchor: string, use: number): void {
    const hash = hashAt(anchor, 0)
    // Behind an anchor of two characters any third one may stand.
    for (let third = 0; third < (anchor.length > 2 ? 1 : 32); third++) {
      uses[hash | third]! |= use
      add(begins, hash | third, row)
    }
    if (isInRun(anchor)) return
    add(heads, headPair(anchor), row)
    // Of a long address nothing may follow that would lead to it.
    if (anchor.length > 16 && isShort(tokenAt(row))) searches.push(tokenAt(row))
  }

  function at(text: string, place: number, use: number, word: Span | null): Finding | null {
    let best: Finding | null = null
    for (let entry = begins.last[hashAt(text, place)]!; entry !== 0; entry = begins.before[entry]!) {
      const token = tokenAt(begins.rows[entry]!)
      if ((token.uses & use) === 0 || !text.startsWith(token.anchor, place)) continue
      best = longer(hitAt(token, text, place, word), best)
    }
    return best
  }

  /** Tokens whose anchor ends where the run begins, or has its last characters in it. */
  function atHead(text: string, start: number): Finding | null {
    let best: Finding | null = null
    for (let place = Math.max(0, start - 2); place < start; place++) {
      for (let entry = heads.last[pairAt(text, place)]!; entry !== 0; entry = heads.before[entry]!) {
        const token = tokenAt(heads.rows[entry]!)
        const anchor = start - token.anchor.length + tailLength(token.anchor)
        if (anchor < 0 || !text.startsWith(token.anchor, anchor)) continue
        const glued = isGlued(text, anchor) && (token.uses & beforeRunInWord) !== 0
        best = longer(hitAt(token, text, anchor, glued ? { start: anchor, end: start } : null), best)
      }
    }
    return best
  }

  /** Tokens that began earlier, because their other characters break the run. No place is looked at for two runs. */
  function earlier(text: string, start: number): Finding | null {
    const floor = Math.max(looked, start - furthestBack)
    let place = start
    while (place > floor && tokenCharacters[text.charCodeAt(place - 1)] === 1) place--
    looked = start
    for (; place < start; place++) {
      const seen = uses[hashAt(text, place)]! & (beforeRun | beforeRunInWord)
      if (seen === 0) continue
      const glued = isGlued(text, place)
      const hit = at(
        text,
        place,
        glued ? beforeRunInWord : beforeRun,
        glued ? { start: place, end: start } : null,
      )
      if (hit !== null && hit.end > start) return hit
    }
    return null
  }

  /** Tokens whose anchor stands near the end of the base64 around a run: its own run may be too short to be visited. */
  function atTail(text: string, runEnd: number, found: Finding[]): void {
    const end = endOfRun(text, runEnd, characterSets.base64)
    if (end === tailed) return
    tailed = end
    for (const token of tails) {
      const place = end - token.anchor.length - token.tail
      const hit = text.startsWith(token.anchor, place) ? around(token, text, place) : null
      if (hit !== null) found.push(hit)
    }
  }

  return {
    begin() {
      looked = 0
      tailed = -1
      answered.start = -1
      forgetRuns()
    },
    within(text, start, end, found) {
      let place = start
      if (base64Signs[text.charCodeAt(end)] === 1) atTail(text, end, found)
      if (breaks[text.charCodeAt(start - 1)] === 1) {
        const outer = longer(atHead(text, start), earlier(text, start))
        if (outer !== null) found.push(outer)
        place = Math.max(start, outer?.end ?? 0)
      }
      let hash = hashAt(text, place - 1)
      for (; place < end - 1; place++) {
        hash = ((hash << 5) | (text.charCodeAt(place + 2) & 31)) & (hashes - 1)
        if (uses[hash] === 0) continue
        const glued = isGlued(text, place)
        const use = uses[hash]! & (glued ? inWord | inMiddle : inRun | inMiddle)
        const hit = use === 0 ? null : at(text, place, use, glued ? { start, end } : null)
        if (hit === null) continue
        found.push(hit)
        place = Math.max(place, hit.end - 1)
        hash = hashAt(text, place)
      }
    },
    searched(text, found) {
      for (const search of searchedFor) {
        for (let place = text.indexOf(search); place !== -1; place = text.indexOf(search, place + 1)) {
          for (const token of searches) {
            const hit = text.startsWith(token.anchor, place) ? hitAt(token, text, place, null) : null
            if (hit !== null) found.push(hit)
          }
        }
      }
    },
  }
}

/** How many numbers three characters make, of which five bits count. */
const hashes = 1 << 15

/** The first three characters of a beginning as one number. */
function hashAt(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) & 31) << 10) |
    ((text.charCodeAt(at + 1) & 31) << 5) |
    (text.charCodeAt(at + 2) & 31)
  )
}

/** The last two characters of an anchor before the run; where it has but one there, that one and the next. */
function headPair(anchor: string): number {
  const head = anchor.length - tailLength(anchor)
  return pairAt(anchor, head === 1 ? 0 : head - 2)
}

function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127)
}

/** How many characters at the end of an anchor belong to the run. */
function tailLength(anchor: string): number {
  let head = anchor.length
  while (head > 0 && isInRun(anchor[head - 1]!)) head--
  return anchor.length - head
}

/** Few texts to search for: a sign is rare, and several anchors begin with the same one. */
function searchText({ anchor }: Token): string {
  return isInRun(anchor[0]!) ? anchor : anchor.slice(0, 2)
}

/** Lists of rows by number. Arrays and not objects: hundreds of them would take longer to make than a page to redact. */
interface Lists {
  /** The last entry of each list; 0 if it is empty. */
  readonly last: Uint16Array
  /** The entry before each; 0 if it is the first. */
  readonly before: number[]
  readonly rows: number[]
}

function listsOf(): Lists {
  return { last: new Uint16Array(hashes), before: [0], rows: [0] }
}

function add(lists: Lists, list: number, row: number): void {
  lists.before.push(lists.last[list]!)
  lists.last[list] = lists.rows.push(row) - 1
}

/** The longer of two; of two alike the first. */
function longer(one: Finding | null, other: Finding | null): Finding | null {
  return one === null || (other !== null && other.end > one.end) ? other : one
}

/** The token whose anchor stands at `place`; `word` is what it stands in the middle of. */
function hitAt(token: Token, text: string, place: number, word: Span | null): Finding | null {
  return token.before.length > 0 ? around(token, text, place) : from(token, text, place, word)
}

/** In the middle of a word it has to look random. */
function from(token: Token, text: string, place: number, within: Span | null): Finding | null {
  const word = token.bounded ? within : null
  if (!token.sure && isInside(text, place)) return null
  if (word === null && token.bounded && isGlued(text, place)) return null
  const end =
    word === null || (token.sure && token.marked)
      ? endOf(token, text, place, place)
      : gluedEnd(token, text, place, word)
  if (end === -1) return null
  if (word !== null && randomness(text, place + token.anchor.length, sample(place, end)) < 0.25) return null
  return { rule: token.id, start: place, end, open: end - place < token.longest }
}

/** The token around an anchor at `place`. */
function around(token: Token, text: string, place: number): Finding | null {
  const start = startOf(token, text, place)
  const end = start === -1 ? -1 : endOf(token, text, place, start)
  return end === -1 ? null : { rule: token.id, start, end }
}

/** Behind a letter or a digit, unless that is the end of an escape like `\\n`. */
function isGlued(text: string, place: number): boolean {
  const before = text.charCodeAt(place - 1)
  if (alnum[before] !== 1) return false
  return !((before === 110 || before === 114 || before === 116) && text.charCodeAt(place - 2) === 92)
}

/** In the middle of base64, or in a digest. */
function isInside(text: string, at: number): boolean {
  const before = text[at - 1]
  if (before === '+' || before === '/') return /[A-Za-z0-9+/]{17}$/.test(text.slice(Math.max(0, at - 17), at))
  return (before === '-' || before === ':') && /sha\d{1,3}.$/.test(text.slice(Math.max(0, at - 7), at))
}

/** No part before an anchor is longer. */
const longestBefore = 256

/** Where the token whose anchor stands at `at` begins; -1 if there is none. */
function startOf(token: Token, text: string, at: number): number {
  let start = at
  for (const part of token.before.toReversed()) {
    if (typeof part === 'string') {
      start -= part.length
      if (start < 0 || !text.startsWith(part, start)) return -1
      continue
    }
    const end = start
    start = startOfRun(text, end, Math.max(0, end - Math.min(part.max, longestBefore)), part.characters)
    if (end - start < part.min) return -1
  }
  return token.anchor.length < 4 && start > 0 && alnum[text.charCodeAt(start - 1)] === 1 ? -1 : start
}

/** Where the token whose anchor stands at `at` ends; -1 if there is none. One that is surely a token may be cut off, or be of another length. */
function endOf(token: Token, text: string, at: number, start: number): number {
  const end = wholeEnd(token, text, at)
  if (end === -1) return token.loose ? looseEnd(token, text, at) : -1
  const own = start === at ? at + token.anchor.length : start
  if (isMadeUp(text, own, end)) return -1
  return token.sure || (alnum[text.charCodeAt(end)] !== 1 && randomness(text, own, sample(own, end)) > 0)
    ? end
    : -1
}

/** Where all parts behind an anchor end, in their lengths; -1 if one is not there. The last part of a sure one may be longer: those of the future are. */
function wholeEnd({ anchor, after, sure }: Token, text: string, at: number): number {
  let end = at + anchor.length
  for (const [i, part] of after.entries()) {
    const from = end
    if (typeof part === 'string') {
      if (!text.startsWith(part, from)) return -1
      end += part.length
      continue
    }
    const final = i === after.length - 1
    if (part.max === Number.POSITIVE_INFINITY || (final && sure)) end = endOfRun(text, from, part.characters)
    else end = nearEndOfRun(text, from, from + part.max + (final ? 1 : 0), part.characters)
    if (end - from < part.min || (!sure && end - from > part.max)) return -1
  }
  return end
}

/** The end of a token of limited length that stands in the middle of a word; never in the middle of a long text in base64. */
function gluedEnd(token: Token, text: string, at: number, word: Span): number {
  const part = token.after[0]
  if (token.after.length !== 1 || typeof part !== 'object' || part.max === Number.POSITIVE_INFINITY) return -1
  if (
    word.end - word.start > 120 ||
    /[+/=,]/.test(text[word.start - 1] ?? '') ||
    /[+/=]/.test(text[word.end] ?? '')
  )
    return -1
  const begin = at + token.anchor.length
  const end = nearEndOfRun(text, begin, begin + part.max, part.characters)
  return end - begin >= part.min ? end : -1
}

/** All that can belong to a token whose beginning is beyond doubt, if it is at least half of one. */
function looseEnd(token: Token, text: string, at: number): number {
  const begin = at + token.anchor.length
  let end = endOfRun(text, begin, token.characters)
  for (let dots = 0; dots < 8 && end > begin && text[end - 1] === '.'; dots++) end--
  const half = Math.max(6, (token.length - token.anchor.length) / 2)
  if (end - begin < half || isMadeUp(text, begin, end)) return -1
  return /\d/.test(text.slice(begin, sample(begin, end))) ? end : -1
}

/** The last answer: formats with the same anchor ask for the same place. */
const answered = { start: -1, end: -1, madeUp: false }
const longestMadeUp = 64

function isMadeUp(text: string, start: number, end: number): boolean {
  const stop = Math.min(end, start + longestMadeUp)
  if (answered.start !== start || answered.end !== stop) {
    answered.start = start
    answered.end = stop
    answered.madeUp = looksMadeUp(text, start, stop)
  }
  return answered.madeUp
}

/** Whether something is a token shows in its first characters; looking further would cost the square of a long text. */
const longestLook = 160

function sample(start: number, end: number): number {
  return Math.min(end, start + longestLook)
}
