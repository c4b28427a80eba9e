import { buildCharacterSet, characterSets, findRunEnd } from '../character-sets.ts'
import type { Span } from '../span.ts'
import type { PrefixRule } from './prefix-rules.ts'

/** A finder reads each position of a text at most a fixed number of times. */
export type Finder = (text: string, gapAt?: number) => Span[]

export function createPrefixFinder(rule: PrefixRule): Finder {
  const set = buildCharacterSet(rule.characters)
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

/** Finds runs of hexadecimal digits. The default set leaves this rule out, because it also finds every commit id and checksum. */
export function createHexRunFinder(min: number): Finder {
  const set = buildCharacterSet(characterSets.xdigit)
  return (text) => {
    const spans: Span[] = []
    // A run of `min` characters must cover one of these positions, so probing them finds every run.
    for (let probe = min - 1; probe < text.length; probe += min) {
      if (set[text.charCodeAt(probe)] !== 1) continue
      let start = probe
      while (start > 0 && set[text.charCodeAt(start - 1)] === 1) start--
      const end = findRunEnd(text, probe, set)
      if (end - start >= min) spans.push({ start, end })
      while (probe + min < end) probe += min
    }
    return spans
  }
}

/** Finds three base64url parts joined by dots. The first two begin with `eyJ`, which is `{"` in base64. */
export function createWebTokenFinder(): Finder {
  const set = buildCharacterSet(characterSets.base64url)
  return (text) => {
    const spans: Span[] = []
    let at = text.indexOf('eyJ')
    while (at !== -1) {
      const firstEnd = findRunEnd(text, at + 3, set)
      const second = firstEnd + 1
      let next = firstEnd
      if (firstEnd > at + 3 && text[firstEnd] === '.' && text.startsWith('eyJ', second)) {
        const secondEnd = findRunEnd(text, second + 3, set)
        const thirdEnd = text[secondEnd] === '.' ? findRunEnd(text, secondEnd + 1, set) : secondEnd
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

type IsKind = (kind: string) => boolean

/** Finds blocks from a BEGIN line to its END line. A block without an END line goes to the end of the text, because half a key is still a key. */
export function createPemBlockFinder(isKind: IsKind): Finder {
  return (text, gapAt) => {
    const spans: Span[] = []
    const orphan = gapAt === undefined ? undefined : findOrphanedEnd(text, gapAt, isKind)
    if (orphan !== undefined) spans.push(orphan)
    let begin = findNextBegin(text, 0, isKind)
    while (begin !== undefined) {
      const close = findNextEnd(text, begin.end, isKind)
      spans.push({ start: begin.start, end: close?.end ?? text.length })
      // Five dashes can close one block and open the next.
      begin = close === undefined ? undefined : findNextBegin(text, close.end - dashes.length, isKind)
    }
    return spans
  }
}

/** Finds a block whose BEGIN line is in the part that was not read. */
function findOrphanedEnd(text: string, gapAt: number, isKind: IsKind): Span | undefined {
  const close = findNextEnd(text, gapAt, isKind)
  const begin = findNextBegin(text, gapAt, isKind)
  if (close === undefined || (begin !== undefined && begin.start < close.start)) return undefined
  return { start: gapAt, end: close.end }
}

const dashes = '-----'
const labelSet = buildCharacterSet('ABCDEFGHIJKLMNOPQRSTUVWXYZ ')

function findNextBegin(text: string, from: number, isKind: IsKind): Span | undefined {
  return findNextBoundary(text, from, {
    word: '-----BEGIN ',
    matches: (kind, closed) => closed && isKind(kind),
  })
}

/** The kind must match, because an END line of another kind does not close this block. */
function findNextEnd(text: string, from: number, isKind: IsKind): Span | undefined {
  return findNextBoundary(text, from, { word: '-----END ', matches: isKind })
}

interface Boundary {
  readonly word: string
  matches(kind: string, closed: boolean): boolean
}

function findNextBoundary(text: string, from: number, { word, matches }: Boundary): Span | undefined {
  for (let start = text.indexOf(word, from); start !== -1; ) {
    const kindEnd = findRunEnd(text, start + word.length, labelSet)
    const closed = text.startsWith(dashes, kindEnd)
    if (matches(text.slice(start + word.length, kindEnd), closed)) {
      return { start, end: closed ? kindEnd + dashes.length : kindEnd }
    }
    start = text.indexOf(word, kindEnd)
  }
  return undefined
}
