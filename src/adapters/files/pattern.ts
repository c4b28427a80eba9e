/** One segment of a pattern, between two slashes. */
export interface PatternSegment {
  /** The name itself; null if it contains a wildcard. */
  readonly literal: string | null
  /** `**`: any number of segments. */
  readonly deep: boolean
  matches(name: string): boolean
}

type CharTest = (char: string) => boolean
type Token = 'many' | CharTest

const maxAlternatives = 1000
const maxPatternLength = 1024

/** Expands `{a,b}`; null if the result would be too long. */
export function expandAlternatives(pattern: string): string[] | null {
  if (pattern.length > maxPatternLength) return null
  const all = expand(pattern)
  return all.length > maxAlternatives ? null : all
}

function expand(pattern: string): string[] {
  const group = findFirstGroup(pattern)
  if (group === null) return [pattern]
  const tails = expand(group.after)
  const all: string[] = []
  for (const option of group.options) {
    for (const middle of expand(option)) {
      for (const tail of tails) {
        all.push(group.before + middle + tail)
        if (all.length > maxAlternatives) return all
      }
    }
  }
  return all
}

function findFirstGroup(pattern: string) {
  for (let open = pattern.indexOf('{'); open >= 0; open = pattern.indexOf('{', open + 1)) {
    const options: string[] = []
    let depth = 0
    let start = open + 1
    for (let at = open; at < pattern.length; at++) {
      const char = pattern[at]
      if (char === '{') depth++
      if (char === '}') depth--
      if ((char === ',' && depth === 1) || depth === 0) {
        options.push(pattern.slice(start, at))
        start = at + 1
      }
      if (depth === 0) break
    }
    if (depth === 0 && options.length > 1) {
      return { before: pattern.slice(0, open), options, after: pattern.slice(start) }
    }
  }
  return null
}

/** With `hidden`, a wildcard matches a leading dot. */
export function compileSegment(source: string, hidden = false): PatternSegment {
  const tokens = /[*?[]/.test(source) ? parseTokens([...source]) : null
  const plain = tokens === null
  const matchesDots = hidden || source.startsWith('.')
  const deep = source === '**'
  return {
    literal: plain ? source : null,
    deep,
    matches: (name) =>
      plain ? name === source : (matchesDots || !name.startsWith('.')) && matchTokens(tokens, [...name]),
  }
}

function parseTokens(chars: readonly string[]): Token[] | null {
  const tokens: Token[] = []
  let plain = true
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!
    const group = char === '[' ? parseClass(chars, at) : null
    if (char === '*') tokens.push('many')
    else if (char === '?') tokens.push(() => true)
    else if (group !== null) tokens.push(group.takes)
    else tokens.push((other) => other === char)
    plain &&= char !== '*' && char !== '?' && group === null
    at = group?.end ?? at
  }
  return plain ? null : tokens
}

function parseClass(chars: readonly string[], open: number): { takes: CharTest; end: number } | null {
  const negated = chars[open + 1] === '!' || chars[open + 1] === '^'
  const start = open + (negated ? 2 : 1)
  const end = chars.indexOf(']', start + 1)
  if (end < 0) return null
  const ranges: [string, string][] = []
  for (let at = start; at < end; at++) {
    const isRange = chars[at + 1] === '-' && at + 2 < end
    ranges.push([chars[at]!, chars[isRange ? at + 2 : at]!])
    if (isRange) at += 2
  }
  const isInRanges: CharTest = (char) =>
    ranges.some(([low, high]) => point(low) <= point(char) && point(char) <= point(high))
  return { takes: negated ? (char) => !isInRanges(char) : isInRanges, end }
}

const point = (char: string): number => char.codePointAt(0) ?? 0

/** Backtracks only to the last `*`, so it takes at most tokens × characters steps. */
function matchTokens(tokens: readonly Token[], chars: readonly string[]): boolean {
  let token = 0
  let star = -1
  let mark = 0
  for (let at = 0; at < chars.length; ) {
    const now = tokens[token]
    if (now === 'many') {
      star = token++
      mark = at
    } else if (now?.(chars[at]!)) {
      token++
      at++
    } else if (star >= 0) {
      token = star + 1
      at = ++mark
    } else return false
  }
  while (tokens[token] === 'many') token++
  return token === tokens.length
}
