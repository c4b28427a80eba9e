import type { RE2JS } from 're2js'
import type { Span } from '../../../core/redact/index.ts'
import { TooMuchForPatterns } from './too-much.ts'

/** A group of this name narrows a match to itself; other parentheses only group. */
const narrowing = 'secret'
/** Characters gone through to find the matches of one line. A search may look ahead to the end of the line for each. */
const maxLineWork = 2 ** 17

/** Finds what a pattern matches, line by line. Where that would take too long in a line, all of that line is a match. */
export function makePatternSearch(pattern: RE2JS, room: number): (text: string) => Span[] {
  const group = narrowing in pattern.namedGroups() ? narrowing : 0
  return (text) => {
    if (text.length > room) throw new TooMuchForPatterns(text.length, room)
    const spans: Span[] = []
    let left = 2 * room
    for (const { start, end } of linesOf(text)) {
      const line = text.slice(start, end)
      // Many times faster than finding, and most lines have no match.
      if (!pattern.test(line)) continue
      const { found, work } = matches(pattern, line, { group, most: Math.min(left, maxLineWork) })
      left -= work
      if (found === null) spans.push({ start, end })
      else for (const one of found) spans.push({ start: start + one.start, end: start + one.end })
    }
    return spans
  }
}

interface Search {
  readonly group: string | number
  readonly most: number
}

function matches(
  pattern: RE2JS,
  line: string,
  { group, most }: Search,
): { found: Span[] | null; work: number } {
  const found: Span[] = []
  const matcher = pattern.matcher(line)
  let from = 0
  for (let work = 0; ; from = matcher.end()) {
    const next = work + line.length - from
    if (next > most) return { found: null, work }
    work = next
    if (!matcher.find()) return { found, work }
    // A match without the group is taken whole: better too much than a secret in another alternative.
    const of = matcher.start(group) === -1 ? 0 : group
    const [start, end] = [matcher.start(of), matcher.end(of)]
    if (end > start) found.push({ start, end })
  }
}

function* linesOf(text: string): Generator<Span> {
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start)
    const end = at === -1 ? text.length : at
    yield { start, end: text[end - 1] === '\r' && end > start ? end - 1 : end }
    start = end + 1
  }
}
