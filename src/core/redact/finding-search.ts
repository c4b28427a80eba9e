import type { RedactionEngine } from './engine.ts'
import type { Finding, OutsideRule, Span } from './span.ts'

export interface SearchOptions {
  /** The offset at which text is missing. */
  readonly gapAt?: number | undefined
  readonly outside: readonly OutsideRule[]
  /** False if the engine's own rules are known to find nothing. */
  readonly own?: boolean
}

/** Finds everything that the rules find in a text, unsorted and with overlaps. Redaction and prohibited classes share it. */
export interface FindingSearch {
  /** Findings of the engine and of rules from outside, except those inside a marker. */
  find(text: string, options: SearchOptions): Finding[]
  /** Findings of the engine alone, markers included. */
  findOwn(text: string, gapAt?: number): Finding[]
}

/** Sanitised text contains markers that begin like this one, whatever the marker of a packet is. */
const publishedMarker = '[REDACTED]'

export function createFindingSearch(
  { scan, finders }: RedactionEngine,
  markers: readonly string[],
): FindingSearch {
  const known = [...new Set([...markers, publishedMarker])]

  function findOwn(text: string, gapAt?: number): Finding[] {
    const found = scan(text, gapAt)
    for (const { rule, find } of finders) for (const span of find(text, gapAt)) found.push({ rule, ...span })
    return found
  }

  return {
    findOwn,
    find(text, { gapAt, outside, own = true }) {
      const found = own ? findOwn(text, gapAt) : []
      for (const { id, find } of outside) for (const span of find(text)) found.push({ rule: id, ...span })
      return found.length === 0 ? found : dropInsideMarkers(text, found, known)
    },
  }
}

/** Removes the findings that are inside a marker. */
export function dropInsideMarkers<T extends Span>(text: string, found: T[], markers: readonly string[]): T[] {
  const spans = markers.flatMap((marker) => findMarkers(text, marker)).sort((a, b) => a.start - b.start)
  return spans.length === 0 ? found : found.filter((finding) => !isWithin(finding, spans))
}

const maxLabelLength = 100

/** Finds the markers in a text, with labels or without. */
function findMarkers(text: string, marker: string): Span[] {
  const closes = marker.endsWith(']')
  const stem = closes ? marker.slice(0, -1) : marker
  const spans: Span[] = []
  for (let start = text.indexOf(stem); start !== -1; start = text.indexOf(stem, start + stem.length)) {
    const rest = text.slice(start + stem.length, start + stem.length + maxLabelLength)
    // `[REDACTED_CREDENTIAL]`: sanitised text names the kind in its marker.
    const label = /^(?:_[A-Z]{1,40})?(?::[a-z0-9-]+#\d+)?/.exec(rest)![0].length
    if (closes && rest[label] !== ']') continue
    spans.push({ start, end: start + stem.length + label + (closes ? 1 : 0) })
  }
  return spans
}

function isWithin(span: Span, sorted: readonly Span[]): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.start <= span.start) low = middle + 1
    else high = middle
  }
  const last = sorted[low - 1]
  return last !== undefined && span.end <= last.end
}
