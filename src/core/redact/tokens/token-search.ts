import { buildCharacterSet, characterSets } from '../character-sets.ts'
import { formatTable } from '../formats/table.ts'
import type { Finding, Span } from '../span.ts'
import { beginsAnchor, readAhead, readUses } from './format-table.ts'
import { isGlued, matchAroundAnchor, matchToken } from './match-token.ts'
import { ScannedText } from './scanned-text.ts'
import { beforeRun, beforeRunInWord, behindWord, inMiddle, inRun, inWord, type Token } from './token.ts'
import { findEndAfterWord, isTokenAfterWord, maxWordLength } from './token-after-word.ts'
import { hashBeginning, hashes, hashPair, tokenLists } from './token-lists.ts'
import type { TokenRows } from './token-rows.ts'

/** Every character that a token can have: those of a run, and those that break a run. */
const tokenCharacters = buildCharacterSet(`${characterSets.base64url}+/=.~:|?@&$!`)
const runBreaks = buildCharacterSet('+/=.~:|?@&$!')
const base64Signs = buildCharacterSet('+/=')
const base64 = buildCharacterSet(characterSets.base64)
const maxDistanceBack = 96

const { lines, begins, uses, heads, searches, tails } = tokenLists

/** A search for tokens in one text. */
export class TokenSearch {
  private readonly rows: TokenRows
  private readonly scanned: ScannedText
  private readonly text: string
  /** Positions before this one were already tried as the beginning of a token that runs interrupt. */
  private triedUntil = 0
  private lastTail = -1

  constructor(rows: TokenRows, text: string) {
    this.rows = rows
    this.text = text
    this.scanned = new ScannedText(text)
  }

  /** Adds the tokens in a run of letters, digits, `_` and `-`, and the tokens that end with the run. Call it for runs in order. */
  findInRun({ start, end }: Span, found: Finding[]): void {
    const { text } = this
    if (base64Signs[text.charCodeAt(end)] === 1) this.findAtTail(end, found)
    let place = start
    if (runBreaks[text.charCodeAt(start - 1)] === 1) {
      const outer = pickLonger(this.matchAtHead(start), this.matchEarlier(start))
      if (outer !== null) found.push(outer)
      place = Math.max(start, outer?.end ?? 0)
    }
    let hash = hashBeginning(text, place - 1)
    for (; place < end - 1; place++) {
      hash = ((hash << 5) | (text.charCodeAt(place + 2) & 31)) & (hashes - 1)
      const hit = uses[hash] === 0 ? null : this.matchInRun(place, start, end)
      if (hit === null) continue
      found.push(hit)
      place = Math.max(place, hit.end - 1)
      hash = hashBeginning(text, place)
    }
  }

  /** Adds the tokens that only a search for their anchor finds. */
  findAnchors(found: Finding[]): void {
    const { text } = this
    for (const search of formatTable.searches) {
      for (let place = text.indexOf(search); place !== -1; place = text.indexOf(search, place + 1)) {
        for (const row of searches) {
          const token = this.getTokenAt(row, place)
          const hit = token === null ? null : matchToken(token, this.scanned, place, null)
          if (hit !== null) found.push(hit)
        }
      }
    }
  }

  private matchInRun(place: number, start: number, end: number): Finding | null {
    const glued = isGlued(this.text, place)
    const use = uses[hashBeginning(this.text, place)]! & (glued ? inWord | inMiddle : inRun | inMiddle)
    const hit = use === 0 ? null : this.matchAt(place, use, glued ? { start, end } : null)
    return hit ?? (glued && place - start <= maxWordLength ? this.matchAfterWord(place) : null)
  }

  /** Matches the longest token at `place`; of two with the same end, the one from the first row. */
  private matchAt(place: number, use: number, word: Span | null): Finding | null {
    let best: Finding | null = null
    let first = 0
    for (let next = begins.last[hashBeginning(this.text, place)]!; next !== 0; next = begins.before[next]!) {
      const token = this.getTokenInUse(next, place, use)
      const hit = token === null ? null : matchToken(token, this.scanned, place, word)
      if (hit === null) continue
      if (best !== null && (hit.end < best.end || (hit.end === best.end && next > first))) continue
      best = hit
      first = next
    }
    return best
  }

  /** Matches the longest token at `place` that directly follows a word. */
  private matchAfterWord(place: number): Finding | null {
    let best: Finding | null = null
    for (let next = begins.last[hashBeginning(this.text, place)]!; next !== 0; next = begins.before[next]!) {
      const token = this.getTokenInUse(next, place, behindWord)
      if (token === null || !isTokenAfterWord(this.text, place)) continue
      const end = findEndAfterWord(token, this.scanned, place)
      const open = end - place < token.maxLength
      if (end !== -1) best = pickLonger({ rule: token.id, start: place, end, open }, best)
    }
    return best
  }

  /** Returns the token of a list entry if it is searched for in this way and its anchor is at `place`. */
  private getTokenInUse(entry: number, place: number, use: number): Token | null {
    const line = lines[entry - 1]!
    if (!beginsAnchor(line, this.text, place) || (readUses(line) & use) === 0) return null
    return this.getTokenAt(entry - 1, place)
  }

  private getTokenAt(row: number, place: number): Token | null {
    const token = this.rows.getToken(row)
    return token !== null && this.text.startsWith(token.anchor, place) ? token : null
  }

  /** Matches tokens whose anchor ends directly before the run or inside it. */
  private matchAtHead(start: number): Finding | null {
    const { text } = this
    let best: Finding | null = null
    for (let place = Math.max(0, start - 2); place < start; place++) {
      for (let next = heads.last[hashPair(text, place)]!; next !== 0; next = heads.before[next]!) {
        const line = lines[next - 1]!
        const anchor = start - readAhead(line)
        const token = beginsAnchor(line, text, anchor) ? this.getTokenAt(next - 1, anchor) : null
        if (token === null) continue
        const glued = isGlued(text, anchor) && (readUses(line) & beforeRunInWord) !== 0
        best = pickLonger(
          matchToken(token, this.scanned, anchor, glued ? { start: anchor, end: start } : null),
          best,
        )
      }
    }
    return best
  }

  /** Matches tokens that begin before the run because they contain characters that break a run. Each position is tried once. */
  private matchEarlier(start: number): Finding | null {
    const { text } = this
    const floor = Math.max(this.triedUntil, start - maxDistanceBack)
    let place = start
    while (place > floor && tokenCharacters[text.charCodeAt(place - 1)] === 1) place--
    this.triedUntil = start
    for (; place < start; place++) {
      const use = uses[hashBeginning(text, place)]! & (beforeRun | beforeRunInWord)
      if (use === 0) continue
      const hit = isGlued(text, place)
        ? (this.matchAt(place, beforeRunInWord, { start: place, end: start }) ?? this.matchAfterWord(place))
        : this.matchAt(place, beforeRun, null)
      if (hit !== null && hit.end > start) return hit
    }
    return null
  }

  /** Finds tokens with their anchor near the end of the base64 around a run, because the search skips the anchor's own run if it is short. */
  private findAtTail(runEnd: number, found: Finding[]): void {
    const end = this.scanned.findRunEnd(runEnd, base64)
    if (end === this.lastTail) return
    this.lastTail = end
    for (const row of tails) {
      const token = this.rows.getToken(row)
      if (token === null) continue
      const place = end - token.anchor.length - token.minTail
      const hit = this.text.startsWith(token.anchor, place)
        ? matchAroundAnchor(token, this.scanned, place)
        : null
      if (hit !== null) found.push(hit)
    }
  }
}

/** Returns the finding that ends later, or the first one if both end at the same place. */
function pickLonger(a: Finding | null, b: Finding | null): Finding | null {
  return a === null || (b !== null && b.end > a.end) ? b : a
}
