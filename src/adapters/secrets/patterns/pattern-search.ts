import type { RE2JS } from 're2js'
import type { Span } from '../../../core/redact/index.ts'
import { PatternLimitFailure } from './pattern-limit-failure.ts'

/** A group of this name narrows the match to itself; other parentheses only group. */
const secretGroup = 'secret'
/** Characters that may be scanned for the matches of one line. Each search may scan to the end of the line. */
const maxLineWork = 2 ** 17

/** Finds the matches of a pattern, line by line. If a line would take too long, the whole line is a match. */
export function makePatternSearch(pattern: RE2JS, maxTextLength: number): (text: string) => Span[] {
  const group = secretGroup in pattern.namedGroups() ? secretGroup : 0
  return (text) => {
    if (text.length > maxTextLength) throw new PatternLimitFailure(text.length, maxTextLength)
    const spans: Span[] = []
    let workLeft = 2 * maxTextLength
    for (const { start, end } of splitLines(text)) {
      const line = text.slice(start, end)
      // Testing is many times faster than finding, and most lines have no match.
      if (!pattern.test(line)) continue
      const { found, work } = findMatches(pattern, line, { group, maxWork: Math.min(workLeft, maxLineWork) })
      workLeft -= work
      if (found === null) spans.push({ start, end })
      else for (const match of found) spans.push({ start: start + match.start, end: start + match.end })
    }
    return spans
  }
}

interface SearchLimits {
  readonly group: string | number
  readonly maxWork: number
}

function findMatches(
  pattern: RE2JS,
  line: string,
  { group, maxWork }: SearchLimits,
): { found: Span[] | null; work: number } {
  const found: Span[] = []
  const matcher = pattern.matcher(line)
  let from = 0
  for (let work = 0; ; from = matcher.end()) {
    const next = work + line.length - from
    if (next > maxWork) return { found: null, work }
    work = next
    if (!matcher.find()) return { found, work }
    // If the group did not take part, the whole match counts: redacting too much is better than missing a secret in another
    // alternative.
    const matchedGroup = matcher.start(group) === -1 ? 0 : group
    const [start, end] = [matcher.start(matchedGroup), matcher.end(matchedGroup)]
    if (end > start) found.push({ start, end })
  }
}

function* splitLines(text: string): Generator<Span> {
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start)
    const end = at === -1 ? text.length : at
    yield { start, end: text[end - 1] === '\r' && end > start ? end - 1 : end }
    start = end + 1
  }
}
