import type { OutsideRule, Span } from '../redact/index.ts'

/** Behind a name: what closes its quotes or its emphasis in Markdown, an operator, spaces. */
const operator = '[*_]{0,3}\\\\{0,3}["\'`]?[ \\t]{0,8}(?::=|=>|={1,3}|:)[*_]{0,3}[ \\t]{0,8}'
/** No value is longer; what is behind it is looked at by other rules. */
const longest = 4096

/** Values that are given to a name. A rule of redaction asks whether a value looks like a secret; this one does not. */
export function nameRule(names: readonly string[]): OutsideRule | null {
  if (names.length === 0) return null
  const sorted = [...names].sort((a, b) => b.length - a.length)
  const search = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${sorted.map(patternOf).join('|')})(?![\\p{L}\\p{N}-])${operator}`,
    'giu',
  )
  return {
    id: 'name',
    find(text) {
      const spans: Span[] = []
      for (const { 0: found, index } of text.matchAll(search)) {
        const value = valueAt(text, index + found.length)
        if (value !== null) spans.push(value)
      }
      return spans
    },
  }
}

/** `api_key`, `api-key`, `apiKey` and `API KEY` alike. */
function patternOf(name: string): string {
  return name.split(/[_-]+/).join('[ _-]?')
}

/** Up to the quote that closes it, or to the next space; without what ends a sentence. */
function valueAt(text: string, from: number): Span | null {
  const line = text.slice(from, from + longest).split(/[\r\n]/, 1)[0]!
  const quote = /^\\{0,3}["'`]/.exec(line)?.[0]
  if (quote !== undefined) {
    const close = closeOf(line, quote)
    return close > quote.length ? { start: from + quote.length, end: from + close } : null
  }
  const [bare = ''] = line.split(/\s/, 1)
  const end = bare.replace(/[.,;:)}>"'`]+$/, '').length
  return end === 0 ? null : { start: from, end: from + end }
}

/** Where the same quote stands again, escaped as often; else where the line ends. */
function closeOf(line: string, quote: string): number {
  const mark = quote.at(-1)!
  for (let at = line.indexOf(mark, quote.length); at !== -1; at = line.indexOf(mark, at + 1)) {
    let escapes = 0
    while (line[at - 1 - escapes] === '\\' && at - escapes > quote.length) escapes++
    if (escapes <= quote.length - 1) return at - escapes
  }
  return line.length
}
