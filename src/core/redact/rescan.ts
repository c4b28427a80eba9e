import type { Finding, Span } from './span.ts'

// A marker can make the text beside it look like a secret. So the text around every marker is searched again until nothing more
// is found, and redacting the result once more changes nothing.

export interface RescanOptions {
  /** The marker for a finding. */
  marker(finding: Finding): string
  find(text: string): readonly Finding[]
  merge(findings: Finding[]): Finding[]
}

const maxRounds = 4
const maxDistance = 400

export function rescanMarkers(text: string, found: Finding[], options: RescanOptions): Finding[] {
  let all = found
  for (let round = 0; round < maxRounds && all.length > 0; round++) {
    const more = findBesideMarkers(text, all, options)
    if (more.length === 0) return all
    all = options.merge([...all, ...more])
  }
  return all
}

/** A separator that no rule matches across. */
const between = '\n\n;\n\n'

/** Finds secrets beside markers. All parts are searched at once, because each search has a start-up cost. */
function findBesideMarkers(text: string, found: readonly Finding[], options: RescanOptions): Finding[] {
  const parts = listParts(text, found, options)
  const more: Finding[] = []
  let i = 0
  let offset = 0
  for (const finding of options.merge([...options.find(parts.map((part) => part.shown).join(between))])) {
    for (let length = parts[i]!.shown.length + between.length; finding.start >= offset + length; ) {
      offset += length
      length = parts[++i]!.shown.length + between.length
    }
    const part = parts[i]!
    const [first, last] = [finding.start - offset, finding.end - offset]
    if (last > part.shown.length) continue
    const span = {
      rule: finding.rule,
      start: mapToText(part, first, 'start'),
      end: mapToText(part, last, 'end'),
    }
    if (!isNearCut(text, part, span)) more.push(span)
  }
  return more
}

/** Lines of the text with markers in place of findings. */
interface Part extends Span {
  readonly shown: string
  /** Each marker with its position, and the span that it replaces. */
  readonly markers: readonly (Span & { readonly replaced: Span })[]
}

/** Lists the lines around the findings. No line is in two parts. */
function listParts(text: string, found: readonly Finding[], options: RescanOptions): Part[] {
  const parts: Part[] = []
  for (let i = 0; i < found.length; ) {
    const start = findLineStart(text, Math.max(0, found[i]!.start - maxDistance))
    let end = start
    const within: Finding[] = []
    for (; i < found.length && (within.length === 0 || found[i]!.start - maxDistance <= end); i++) {
      within.push(found[i]!)
      end = findLineEnd(text, Math.min(text.length, found[i]!.end + maxDistance))
    }
    parts.push(makePart(text, { start, end }, within, options))
  }
  return parts
}

function makePart(
  text: string,
  { start, end }: Span,
  within: readonly Finding[],
  options: RescanOptions,
): Part {
  const markers: (Span & { replaced: Span })[] = []
  let shown = ''
  let from = start
  for (const finding of within) {
    shown += text.slice(from, finding.start)
    const marker = options.marker(finding)
    markers.push({ start: shown.length, end: shown.length + marker.length, replaced: finding })
    shown += marker
    from = finding.end
  }
  return { start, end, shown: shown + text.slice(from, end), markers }
}

/** Maps a position of a part to the text. A position inside a marker maps to an edge of the span that the marker replaces. */
function mapToText({ start, markers }: Part, at: number, edge: 'start' | 'end'): number {
  const i = findLastBefore(markers, edge === 'start' ? at + 1 : at)
  const marker = markers[i]
  if (marker === undefined) return start + at
  const inside = edge === 'start' ? at < marker.end : at <= marker.end
  return inside ? marker.replaced[edge] : marker.replaced.end + at - marker.end
}

/** Finds the index of the last marker that begins before a position; -1 if there is none. */
function findLastBefore(markers: Part['markers'], at: number): number {
  let low = 0
  let high = markers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (markers[middle]!.start < at) low = middle + 1
    else high = middle
  }
  return low - 1
}

function findLineStart(text: string, at: number): number {
  const floor = Math.max(0, at - maxDistance)
  const line = text.slice(floor, at).lastIndexOf('\n')
  return line === -1 ? floor : floor + line + 1
}

function findLineEnd(text: string, at: number): number {
  const line = text.slice(at, at + maxDistance).indexOf('\n')
  return line === -1 ? Math.min(text.length, at + maxDistance) : at + line
}

/** Whether a finding is near a place where a line was cut. It may be half of something, so it does not count. */
function isNearCut(text: string, part: Span, finding: Span): boolean {
  const beginCut =
    part.start > 0 && text[part.start - 1] !== '\n' && finding.start < part.start + maxDistance / 2
  const endCut = part.end < text.length && text[part.end] !== '\n' && finding.end > part.end - maxDistance / 2
  return beginCut || endCut
}
