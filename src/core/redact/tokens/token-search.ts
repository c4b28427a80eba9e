import { characterSet, characterSets } from '../character-sets.ts'
import { formatTable } from '../formats/table.ts'
import { tokenIds } from '../redaction-rules.ts'
import type { Finding, Span } from '../span.ts'
import { aheadIn, isPlaced, rowOf, usesIn } from './format-table.ts'
import { answered, around, hitAt, isGlued } from './match-token.ts'
import {
  beforeRun,
  beforeRunInWord,
  behindWord,
  inMiddle,
  inRun,
  inWord,
  type Token,
  tokenOf,
} from './token.ts'
import { endBehindWord, isBehindWord, longestWord } from './token-after-word.ts'
import { hashAt, hashes, pairAt, tokenLists } from './token-lists.ts'
import { endOfRun, forgetRuns } from './token-shape.ts'

export interface TokenFinder {
  /** Before the first run of a text. */
  begin(): void
  /** Adds the tokens that a run of letters, digits, `_` and `-` holds or is the rest of. Runs come in order. */
  within(text: string, start: number, end: number, found: Finding[]): void
  /** Adds the tokens that only a search for their anchor finds. */
  searched(text: string, found: Finding[]): void
}

/** What a token can hold: the characters of runs, and what breaks a run. */
const tokenCharacters = characterSet(`${characterSets.base64url}+/=.~:|?@&$!`)
const breaks = characterSet('+/=.~:|?@&$!')
const base64Signs = characterSet('+/=')
const furthestBack = 96

/** Finds tokens of the formats that are asked for. */
export function tokenFinder(asked: ReadonlySet<string>): TokenFinder {
  const { lines, begins, uses, heads, searches, tails } = tokenLists()
  const tokens: (Token | null | undefined)[] = []
  let looked = 0
  let tailed = -1

  /** Read when a text has such a beginning: most are never asked for. */
  function tokenAt(row: number): Token | null {
    const known = tokens[row]
    if (known !== undefined) return known
    const id = tokenIds[row]!
    const token = asked.has(id) ? tokenOf(rowOf(id, lines[row]!)) : null
    tokens[row] = token
    return token
  }

  function at(text: string, place: number, use: number, word: Span | null): Finding | null {
    let best: Finding | null = null
    let first = 0
    for (let next = begins.last[hashAt(text, place)]!; next !== 0; next = begins.before[next]!) {
      const line = lines[next - 1]!
      if (!isPlaced(line, text, place) || (usesIn(line) & use) === 0) continue
      const token = tokenAt(next - 1)
      if (token === null || !text.startsWith(token.anchor, place)) continue
      const hit = hitAt(token, text, place, word)
      if (hit === null) continue
      // The longest; of two alike that of the first row.
      if (best !== null && (hit.end < best.end || (hit.end === best.end && next > first))) continue
      best = hit
      first = next
    }
    return best
  }

  /** The token at `place` if it stands right behind a word. */
  function behind(text: string, place: number): Finding | null {
    let best: Finding | null = null
    for (let next = begins.last[hashAt(text, place)]!; next !== 0; next = begins.before[next]!) {
      const line = lines[next - 1]!
      if (!isPlaced(line, text, place) || (usesIn(line) & behindWord) === 0) continue
      const token = tokenAt(next - 1)
      if (token === null || !text.startsWith(token.anchor, place)) continue
      const end = isBehindWord(text, place) ? endBehindWord(token, text, place) : -1
      const open = end - place < token.longest
      if (end !== -1) best = longer({ rule: token.id, start: place, end, open }, best)
    }
    return best
  }

  /** Tokens whose anchor ends where the run begins, or has its last characters in it. */
  function atHead(text: string, start: number): Finding | null {
    let best: Finding | null = null
    for (let place = Math.max(0, start - 2); place < start; place++) {
      for (let next = heads.last[pairAt(text, place)]!; next !== 0; next = heads.before[next]!) {
        const line = lines[next - 1]!
        const anchor = start - aheadIn(line)
        const token = isPlaced(line, text, anchor) ? tokenAt(next - 1) : null
        if (token === null || !text.startsWith(token.anchor, anchor)) continue
        const glued = isGlued(text, anchor) && (usesIn(line) & beforeRunInWord) !== 0
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
      const hit = glued
        ? (at(text, place, beforeRunInWord, { start: place, end: start }) ?? behind(text, place))
        : at(text, place, beforeRun, null)
      if (hit !== null && hit.end > start) return hit
    }
    return null
  }

  /** Tokens whose anchor stands near the end of the base64 around a run: its own run may be too short to be visited. */
  function atTail(text: string, runEnd: number, found: Finding[]): void {
    const end = endOfRun(text, runEnd, characterSets.base64)
    if (end === tailed) return
    tailed = end
    for (const row of tails) {
      const token = tokenAt(row)
      if (token === null) continue
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
        const hit =
          (use === 0 ? null : at(text, place, use, glued ? { start, end } : null)) ??
          (glued && place - start <= longestWord ? behind(text, place) : null)
        if (hit === null) continue
        found.push(hit)
        place = Math.max(place, hit.end - 1)
        hash = hashAt(text, place)
      }
    },
    searched(text, found) {
      for (const search of formatTable.searches) {
        for (let place = text.indexOf(search); place !== -1; place = text.indexOf(search, place + 1)) {
          for (const row of searches) {
            const token = tokenAt(row)
            if (token === null || !text.startsWith(token.anchor, place)) continue
            const hit = hitAt(token, text, place, null)
            if (hit !== null) found.push(hit)
          }
        }
      }
    },
  }
}

/** The longer of two; of two alike the first. */
function longer(one: Finding | null, other: Finding | null): Finding | null {
  return one === null || (other !== null && other.end > one.end) ? other : one
}
