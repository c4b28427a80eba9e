import { base64urlCharacters, characterSet, hexCharacters, type PrefixRule } from './rules.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

/** Every finder walks the text once and remembers where it has been: no index is visited more than a fixed number of times. */
export type Finder = (text: string, gapAt?: number) => Span[]

function runEnd(text: string, from: number, set: Uint8Array): number {
  let end = from
  while (end < text.length && set[text.charCodeAt(end)] === 1) end++
  return end
}

export function prefixed(rule: PrefixRule): Finder {
  const set = characterSet(rule.characters)
  return (text) => {
    const spans: Span[] = []
    for (let at = text.indexOf(rule.prefix); at !== -1; ) {
      const from = at + rule.prefix.length
      const stop = rule.max === undefined ? text.length : Math.min(text.length, from + rule.max)
      let end = from
      while (end < stop && set[text.charCodeAt(end)] === 1) end++
      const hit = end - from >= rule.min
      if (hit) spans.push({ start: at, end })
      at = text.indexOf(rule.prefix, hit ? end : at + 1)
    }
    return spans
  }
}

/** Runs of hexadecimal digits: also every commit id and checksum, which is why no default set holds it. */
export function hexRuns(min: number): Finder {
  const set = characterSet(hexCharacters)
  return (text) => {
    const spans: Span[] = []
    // A run of `min` must cover an index that is a multiple of `min`, so looking there finds all of them.
    for (let probe = min - 1; probe < text.length; probe += min) {
      if (set[text.charCodeAt(probe)] !== 1) continue
      let start = probe
      while (start > 0 && set[text.charCodeAt(start - 1)] === 1) start--
      const end = runEnd(text, probe, set)
      if (end - start >= min) spans.push({ start, end })
      while (probe + min < end) probe += min
    }
    return spans
  }
}

/** Three base64url parts joined by dots, the first two beginning `eyJ` (which is `{"` in base64). */
export function jsonWebTokens(): Finder {
  const set = characterSet(base64urlCharacters)
  return (text) => {
    const spans: Span[] = []
    let at = text.indexOf('eyJ')
    while (at !== -1) {
      const firstEnd = runEnd(text, at + 3, set)
      const second = firstEnd + 1
      let next = firstEnd
      if (firstEnd > at + 3 && text[firstEnd] === '.' && text.startsWith('eyJ', second)) {
        const secondEnd = runEnd(text, second + 3, set)
        const thirdEnd = text[secondEnd] === '.' ? runEnd(text, secondEnd + 1, set) : secondEnd
        if (secondEnd > second + 3 && thirdEnd > secondEnd + 1) {
          spans.push({ start: at, end: thirdEnd })
          next = thirdEnd
        }
      }
      at = text.indexOf('eyJ', next)
    }
    return spans
  }
}

/** From a BEGIN line to its END line; without one, to the end of the text: half a key is still a key. */
export function pemBlocks(isKind: (kind: string) => boolean): Finder {
  return (text, gapAt) => {
    const spans: Span[] = []
    const orphan = gapAt === undefined ? undefined : orphanedEnd(text, gapAt, isKind)
    if (orphan !== undefined) spans.push(orphan)
    let lastEnd = -2
    for (let at = text.indexOf('-----BEGIN '); at !== -1; ) {
      const kindEnd = labelEnd(text, at + 11)
      const kind = text.slice(at + 11, kindEnd)
      if (!text.startsWith('-----', kindEnd) || !isKind(kind)) {
        at = text.indexOf('-----BEGIN ', kindEnd)
        continue
      }
      // Remember that no END follows: otherwise every further BEGIN would search to the end again.
      if (lastEnd !== -1) lastEnd = text.indexOf('-----END ', kindEnd + 5)
      const end = lastEnd === -1 ? text.length : closingEnd(text, lastEnd)
      spans.push({ start: at, end })
      at = end >= text.length ? -1 : text.indexOf('-----BEGIN ', end)
    }
    return spans
  }
}

/** The END line of a block whose BEGIN line lies in the part that was not read. */
function orphanedEnd(text: string, gapAt: number, isKind: (kind: string) => boolean): Span | undefined {
  const end = text.indexOf('-----END ', gapAt)
  const begin = text.indexOf('-----BEGIN ', gapAt)
  if (end === -1 || (begin !== -1 && begin < end)) return undefined
  return isKind(text.slice(end + 9, labelEnd(text, end + 9)))
    ? { start: gapAt, end: closingEnd(text, end) }
    : undefined
}

const labelSet = characterSet('ABCDEFGHIJKLMNOPQRSTUVWXYZ ')

function labelEnd(text: string, from: number): number {
  return runEnd(text, from, labelSet)
}

function closingEnd(text: string, end: number): number {
  const after = labelEnd(text, end + 9)
  return text.startsWith('-----', after) ? after + 5 : after
}
